// Owners that forget, and owners that do not.
#include <atomic>
#include <cassert>
#include <future>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

struct Node {
  std::shared_ptr<Node> next;
  std::weak_ptr<Node> before;
};

static std::map<int, std::string> names;
static std::vector<std::unique_ptr<int>> kept;
static thread_local std::vector<int> own(3);

int main() {
#if defined(CYCLE)
  auto first = std::make_shared<Node>();
  auto second = std::make_shared<Node>();
  first->next = second;
#ifdef WEAK
  second->before = first;
#else
  second->next = first;
#endif
#elif defined(THROWN)
  try {
    int* number = new int(1);
#ifdef OWNED
    std::unique_ptr<int> owner(number);
#endif
    if (*number == 1)
      throw std::string("a text that is too long to be kept inside of it");
    delete number;
  } catch (const std::string&) {
  }
#elif defined(THREADS)
  std::atomic<int*> box = nullptr;
  const auto put = [&](int value) {
#ifdef EXCHANGE
    delete box.exchange(new int(value));
#else
    if (box.load() == nullptr)
      box.store(new int(value));
#endif
  };
  std::thread other(put, 1);
  put(2);
  other.join();
  delete box.load();
#else
  names[1] = "a text that is too long to be kept inside of it";
  kept.push_back(std::make_unique<int>(2));
  auto future = std::async(std::launch::async, [] { return std::make_unique<int>(3); });
  std::thread other([] { own.push_back(static_cast<int>(names[1].size())); });
  other.join();
  const int sum = *future.get() + own[0];
#ifdef WRONG
  assert(sum != 3);
#endif
  return sum - 3;
#endif
}
