// A thread locks a mutex shared that it has locked shared already. A writer may come in between, and be let go first.
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

static std::shared_mutex mutex;
static std::vector<int> numbers{1, 2, 3};

static int sum() {
  std::shared_lock lock(mutex);
  int all = 0;
  for (const int number : numbers)
    all += number;
  return all;
}

static double mean() {
#ifdef COPIED
  std::size_t size = 0;
  {
    std::shared_lock lock(mutex);
    size = numbers.size();
  }
#else
  std::shared_lock lock(mutex);
  const std::size_t size = numbers.size();
#endif
  return static_cast<double>(sum()) / static_cast<double>(size);
}

int main() {
  std::thread writer([] {
    std::unique_lock lock(mutex);
    numbers[0] = 4;
  });
  mean();
  writer.join();
}
