// Locks that queue their waiters: each thread waits on its own word. N! executions of N threads.
// TICKET, MCS or CLH. WRONG: the next waiter is let in before the counter is stored.
#include "lockers.h"
#include <atomic>

namespace {

int count = 0;

#if defined(TICKET)
std::atomic<unsigned> next{0}, serving{0};
struct Place {
  unsigned ticket;
};
void acquire(Place& place) {
  place.ticket = next.fetch_add(1);
  while (serving.load() != place.ticket) {
  }
}
void release(Place& place) {
  serving.store(place.ticket + 1);
}
#elif defined(MCS)
struct Place {
  std::atomic<Place*> next{nullptr};
  std::atomic<bool> waits{false};
};
std::atomic<Place*> tail{nullptr};
void acquire(Place& place) {
  place.waits.store(true);
  Place* before = tail.exchange(&place);
  if (before == nullptr)
    return;
  before->next.store(&place);
  while (place.waits.load()) {
  }
}
void release(Place& place) {
  if (place.next.load() == nullptr) {
    Place* expected = &place;
    if (tail.compare_exchange_strong(expected, nullptr))
      return;
    while (place.next.load() == nullptr) {
    }
  }
  place.next.load()->waits.store(false);
}
#else
struct Place {
  std::atomic<bool> held{false};
};
Place first;
std::atomic<Place*> tail{&first};
void acquire(Place& place) {
  place.held.store(true);
  Place* before = tail.exchange(&place);
  while (before->held.load()) {
  }
}
void release(Place& place) {
  place.held.store(false);
}
#endif

Place places[N];

void* locker(void* number) {
  Place& place = places[reinterpret_cast<long>(number)];
  acquire(place);
  int before = count;
#ifdef WRONG
  release(place);
  count = before + 1;
#else
  count = before + 1;
  release(place);
#endif
  return nullptr;
}

} // namespace

int main() {
  runLockers(locker);
  assert(count == N);
}
