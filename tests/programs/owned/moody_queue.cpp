// moodycamel's ConcurrentQueue: two producers and a consumer, in main at the end.
#include <cassert>
#include <concurrentqueue.h>
#include <thread>

int main() {
  moodycamel::ConcurrentQueue<int> queue(4);
  std::thread other([&queue] { queue.enqueue(1); });
  queue.enqueue(2);
  int number = 0, sum = 0;
  if (queue.try_dequeue(number))
    sum += number;
  other.join();
  while (queue.try_dequeue(number))
    sum += number;
  assert(sum == 3);
}
