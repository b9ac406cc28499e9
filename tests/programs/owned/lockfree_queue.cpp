// boost::lockfree::queue: two threads push, and pop in turn.
#include <boost/lockfree/queue.hpp>
#include <cassert>
#include <thread>

int main() {
  boost::lockfree::queue<int> queue(2);
  int first = 0, second = 0;
  std::thread other([&] { queue.push(1), queue.pop(first); });
  queue.push(2), queue.pop(second);
  other.join();
  assert(first + second == 3 && queue.empty());
}
