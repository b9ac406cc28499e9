// Directives within a region: barriers, single, master, critical regions, reductions.
#include "teams.h"

#include <stdatomic.h>

void revisit_omp_barrier(Member* member) {
  member->loopsSinceBarrier = 0;
  if (revisit_omp_finish_tasks)
    revisit_omp_finish_tasks(member);
  else if (member->size > 1)
    pthread_barrier_wait(&member->team->barrier);
}

void revisit_kmpc_barrier(Place* place, int32_t thread) {
  (void)place, (void)thread;
  revisit_omp_barrier(revisit_omp_member());
}

// Programs cannot be cancelled unless OMP_CANCELLATION says so.
int32_t revisit_kmpc_cancel(Place* place, int32_t thread, int32_t kind) {
  (void)place, (void)thread, (void)kind;
  return 0;
}
int32_t revisit_kmpc_cancellationpoint(Place* place, int32_t thread, int32_t kind) {
  (void)place, (void)thread, (void)kind;
  return 0;
}
int32_t revisit_kmpc_cancel_barrier(Place* place, int32_t thread) {
  revisit_kmpc_barrier(place, thread);
  return 0;
}

// The thread that comes first.
int32_t revisit_kmpc_single(Place* place, int32_t thread) {
  (void)place, (void)thread;
  Member* const member = revisit_omp_member();
  unsigned before = member->singles++;
  return member->size == 1 || atomic_compare_exchange_strong_explicit(&member->team->singles, &before, before + 1,
                                                                      memory_order_relaxed, memory_order_relaxed);
}
void revisit_kmpc_end_single(Place* place, int32_t thread) {
  (void)place, (void)thread;
}

void revisit_kmpc_copyprivate(Place* place, int32_t thread, size_t bytes, void* data, void (*copy)(void*, void*),
                              int32_t isSource) {
  (void)place, (void)thread, (void)bytes;
  Member* const member = revisit_omp_member();
  if (member->size == 1)
    return;
  if (isSource)
    member->team->copied = data;
  revisit_omp_barrier(member);
  if (!isSource)
    copy(data, member->team->copied);
  revisit_omp_barrier(member); // the source's data are needed no longer
}

int32_t revisit_kmpc_masked(Place* place, int32_t thread, int32_t filter) {
  (void)place, (void)thread;
  return revisit_omp_member()->number == filter;
}
void revisit_kmpc_end_masked(Place* place, int32_t thread) {
  (void)place, (void)thread;
}
int32_t revisit_kmpc_master(Place* place, int32_t thread) {
  return revisit_kmpc_masked(place, thread, 0);
}
void revisit_kmpc_end_master(Place* place, int32_t thread) {
  (void)place, (void)thread;
}

// The pass has given the name's variable the size of a mutex.
void revisit_kmpc_critical(Place* place, int32_t thread, void* name) {
  (void)place, (void)thread;
  pthread_mutex_lock(name);
}
void revisit_kmpc_critical_with_hint(Place* place, int32_t thread, void* name, uint32_t hint) {
  (void)hint;
  revisit_kmpc_critical(place, thread, name);
}
void revisit_kmpc_end_critical(Place* place, int32_t thread, void* name) {
  (void)place, (void)thread;
  pthread_mutex_unlock(name);
}

void revisit_kmpc_flush(Place* place) {
  (void)place;
  atomic_thread_fence(memory_order_seq_cst);
}

// In which order the threads' results are combined is open. Updates that nobody looks at between them have no order,
// so that atomic ones are fewest executions.
enum { CombinePlainly = 1, CombineAtomically = 2 };

int32_t revisit_kmpc_reduce_nowait(Place* place, int32_t thread, int32_t count, size_t bytes, void* data,
                                   void (*combine)(void*, void*), void* name) {
  (void)count, (void)bytes, (void)data, (void)combine;
  Member* const member = revisit_omp_member();
  member->reducesAtomically = member->size == 1 || (place->flags & PlaceHasAtomics) != 0;
  if (member->size > 1 && member->reducesAtomically)
    return CombineAtomically;
  if (member->size > 1)
    revisit_kmpc_critical(place, thread, name);
  return CombinePlainly;
}

void revisit_kmpc_end_reduce_nowait(Place* place, int32_t thread, void* name) {
  if (!revisit_omp_member()->reducesAtomically)
    revisit_kmpc_end_critical(place, thread, name);
}

int32_t revisit_kmpc_reduce(Place* place, int32_t thread, int32_t count, size_t bytes, void* data,
                            void (*combine)(void*, void*), void* name) {
  return revisit_kmpc_reduce_nowait(place, thread, count, bytes, data, combine, name);
}

void revisit_kmpc_end_reduce(Place* place, int32_t thread, void* name) {
  revisit_kmpc_end_reduce_nowait(place, thread, name);
  revisit_omp_barrier(revisit_omp_member());
}
