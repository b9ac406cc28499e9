// A ring of two places with one producer and one consumer.
#include <atomic>
#include <cassert>
#include <thread>

int ring[2];
std::atomic<unsigned> head, tail;

bool put(int value) {
  const unsigned at = tail.load(std::memory_order_relaxed);
  if (at - head.load(std::memory_order_acquire) == 2) // weak: relaxed
    return false;
  ring[at % 2] = value;
  tail.store(at + 1, std::memory_order_release); // weak: relaxed
  return true;
}

int take() {
  const unsigned at = head.load(std::memory_order_relaxed);
  if (at == tail.load(std::memory_order_acquire)) // weak: relaxed
    return 0;
  const int value = ring[at % 2];
  head.store(at + 1, std::memory_order_release); // weak: relaxed
  return value;
}

int main() {
  std::thread producer([] {
    for (int i = 1; i <= 3; i++)
      put(i);
  });
  const int first = take();
  const int second = take();
  assert(first == 0 || first == 1);
  assert(second == 0 || second == first + 1);
  producer.join();
}
