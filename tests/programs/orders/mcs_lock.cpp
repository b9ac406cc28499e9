// A lock with a queue, in which each thread waits for its own flag.
#include <atomic>
#include <cassert>
#include <thread>

struct Waiter {
  std::atomic<Waiter*> next{nullptr};
  std::atomic<bool> waits{false};
};

std::atomic<Waiter*> last;
int counter;

void lock(Waiter& self) {
  self.next.store(nullptr, std::memory_order_relaxed);
  self.waits.store(true, std::memory_order_relaxed);
  Waiter* before = last.exchange(&self, std::memory_order_acq_rel); // weak: relaxed
  if (!before)
    return;
  before->next.store(&self, std::memory_order_release); // weak: relaxed
  while (self.waits.load(std::memory_order_acquire)) // weak: relaxed
    ;
}

void unlock(Waiter& self) {
  Waiter* after = self.next.load(std::memory_order_acquire);
  if (!after) {
    Waiter* own = &self;
    if (last.compare_exchange_strong(own, nullptr, std::memory_order_release)) // weak: relaxed
      return;
    while (!(after = self.next.load(std::memory_order_acquire))) // weak: relaxed
      ;
  }
  after->waits.store(false, std::memory_order_release); // weak: relaxed
}

void count(Waiter& self) {
  lock(self);
  counter++;
  unlock(self);
}

Waiter waiters[2];

int main() {
  std::thread other([] { count(waiters[1]); });
  count(waiters[0]);
  other.join();
  assert(counter == 2);
}
