// Ordered regions of loops: an iteration waits until those before it have left theirs, or ended without one.
#include "teams.h"

#include <sched.h>

static bool isOpen(const Member* member) {
  return member->loop.isOrdered && !member->loop.hasLeft;
}

static void waitForTurn(const Member* member) {
  const Loop* const loop = &member->loop;
  const uint64_t turn = loop->orderedBefore + loop->iteration;
  while (atomic_load_explicit(&member->team->ordered[loop->slot], memory_order_acquire) != turn)
    sched_yield();
}

static void leave(Member* member) {
  Loop* const loop = &member->loop;
  loop->hasLeft = true;
  atomic_store_explicit(&member->team->ordered[loop->slot], loop->orderedBefore + loop->iteration + 1,
                        memory_order_release);
}

void revisit_kmpc_ordered(Place* place, int32_t thread) {
  (void)place, (void)thread;
  const Member* const member = revisit_omp_member();
  if (member->size > 1 && isOpen(member))
    waitForTurn(member);
}

void revisit_kmpc_end_ordered(Place* place, int32_t thread) {
  (void)place, (void)thread;
  Member* const member = revisit_omp_member();
  if (member->size > 1 && isOpen(member))
    leave(member);
}

void revisit_omp_leave_iteration(void) {
  Member* const member = revisit_omp_member();
  if (member->size > 1 && isOpen(member)) {
    waitForTurn(member);
    leave(member);
  }
  member->loop.iteration++;
  member->loop.hasLeft = false;
}
