// Loops of tasks: the compiler makes one task for the whole loop, which is copied for each part.
#include "tasks.h"

#include <stdlib.h>
#include <string.h>

enum { ByGrain = 1, ByCount = 2, BitOfStrict = 4 };

typedef struct TaskLoop {
  Task* pattern;
  size_t lowerAt, upperAt; // in the compiler's part
  uint64_t lower;
  int64_t step;
  void (*copy)(void* to, void* from, int32_t isLast);
} TaskLoop;

static void makePart(Member* member, const TaskLoop* loop, uint64_t begin, uint64_t end, bool isLast, bool isAtOnce) {
  Task* const pattern = loop->pattern;
  Task* const task = revisit_omp_new_task(pattern->bytes);
  memcpy(task->compilersPart, pattern->compilersPart, pattern->bytes);
  task->flags = pattern->flags;
  CompilersTask* const part = compilersTask(task);
  if (part->shareds != NULL)
    part->shareds = task->compilersPart + ((char*)part->shareds - pattern->compilersPart);
  *(uint64_t*)(task->compilersPart + loop->lowerAt) = loop->lower + begin * (uint64_t)loop->step;
  *(uint64_t*)(task->compilersPart + loop->upperAt) = loop->lower + (end - 1) * (uint64_t)loop->step;
  if (loop->copy != NULL)
    loop->copy(part, compilersTask(pattern), isLast);
  if (isAtOnce)
    revisit_omp_execute_at_once(member, task);
  else
    revisit_omp_make_task(member, task);
}

// Two tasks for each thread, unless the program says how many.
static uint64_t partsOf(uint64_t trip, int schedule, uint64_t size, int threads) {
  uint64_t parts = 2 * (uint64_t)threads;
  if (schedule == ByGrain)
    parts = trip / (size == 0 ? 1 : size);
  else if (schedule == ByCount)
    parts = size;
  return parts == 0 ? 1 : parts < trip ? parts : trip;
}

void revisit_kmpc_taskloop(Place* place, int32_t thread, void* pattern, int32_t isDeferred, uint64_t* lower,
                           uint64_t* upper, int64_t step, int32_t hasNoGroup, int32_t schedule, uint64_t size,
                           void (*copy)(void*, void*, int32_t)) {
  (void)place, (void)thread;
  Member* const member = revisit_omp_member();
  char* const start = taskOf(pattern)->compilersPart;
  const TaskLoop loop = {
      taskOf(pattern), (size_t)((char*)lower - start), (size_t)((char*)upper - start), *lower, step, copy};
  const int64_t distance = (int64_t)(*upper - *lower);
  const uint64_t trip = distance / step < 0 ? 0 : (uint64_t)(distance / step) + 1;
  if (!hasNoGroup)
    revisit_omp_begin_group(member);
  const uint64_t parts = trip == 0 ? 0 : partsOf(trip, schedule & ~BitOfStrict, size, member->size);
  for (uint64_t i = 0, begin = 0; i < parts; i++) {
    const uint64_t end = begin + trip / parts + (i < trip % parts);
    makePart(member, &loop, begin, end, i == parts - 1, !isDeferred);
    begin = end;
  }
  if (!hasNoGroup)
    revisit_omp_end_group(member);
  free(loop.pattern);
}

void revisit_kmpc_taskloop_5(Place* place, int32_t thread, void* pattern, int32_t isDeferred, uint64_t* lower,
                             uint64_t* upper, int64_t step, int32_t hasNoGroup, int32_t schedule, uint64_t size,
                             int32_t modifier, void (*copy)(void*, void*, int32_t)) {
  revisit_kmpc_taskloop(place, thread, pattern, isDeferred, lower, upper, step, hasNoGroup,
                        schedule | (modifier ? BitOfStrict : 0), size, copy);
}
