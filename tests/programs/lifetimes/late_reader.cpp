// A thread reads through a pointer while the owner may already have destroyed the object; SHARED lets both own it.
#include <memory>
#include <mutex>
#include <thread>

struct Node {
  int value = 3;
};

std::mutex m;
int total;

int main() {
#ifdef SHARED
  auto node = std::make_shared<Node>();
  std::thread reader([node] {
#else
  auto node = std::make_unique<Node>();
  std::thread reader([node = node.get()] {
#endif
    std::lock_guard guard(m);
    total += node->value;
  });
  {
    std::lock_guard guard(m);
    node.reset();
  }
  reader.join();
}
