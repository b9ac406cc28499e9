// A queue with one producer and one consumer. Each keeps the last index of the other side that it saw; only a round
// that waits stores it again.
#include <atomic>
#include <cassert>
#include <thread>

struct Queue {
  int slots[2] = {};
  std::atomic<unsigned> head{0}, tail{0};
  unsigned knownHead = 0, knownTail = 0;

  void push(int value) {
    const unsigned at = tail.load(std::memory_order_relaxed);
    while (at + 1 - knownHead > 1)
      knownHead = head.load(std::memory_order_acquire);
    slots[at % 2] = value;
    tail.store(at + 1, std::memory_order_release);
  }
  int pop() {
    const unsigned at = head.load(std::memory_order_relaxed);
    while (at == knownTail)
      knownTail = tail.load(std::memory_order_acquire);
    const int value = slots[at % 2];
    head.store(at + 1, std::memory_order_release);
    return value;
  }
};

int main() {
  auto* queue = new Queue;
  std::thread producer([queue] {
    queue->push(1);
    queue->push(2);
  });
  std::thread consumer([queue] {
    const int first = queue->pop();
    const int second = queue->pop();
#ifdef WRONG
    assert(first == 1 && second != 2);
#else
    assert(first == 1 && second == 2);
#endif
  });
#ifdef MEDDLED // a third party resets what the consumer knows
  queue->knownTail = 0;
#endif
  producer.join();
  consumer.join();
  assert(queue->knownHead <= 2 && queue->knownTail <= 2);
  delete queue;
}
