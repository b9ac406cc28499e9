// An exchange reads what nothing was stored to: an error when somebody looks at it, none when nobody does.
#include <atomic>
#include <cstdlib>
#include <new>

struct Queue {
  std::atomic<long> head;
  std::atomic<int*> top;
  std::atomic<bool> busy;
#ifdef USED
  long before;
  Queue() : before(head.exchange(0)) {}
#else
  Queue() {
    head.exchange(0);
    top.exchange(nullptr, std::memory_order_release);
    std::atomic_exchange(&busy, false);
  }
#endif
};

int main() {
  auto* queue = new (std::malloc(sizeof(Queue))) Queue;
  const long head = queue->head;
  std::free(queue);
  return static_cast<int>(head);
}
