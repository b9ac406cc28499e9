// Loops that threads share.
//
// The k-th chunk of a loop follows from k. With a dynamic schedule a thread takes the next k by an update of a counter;
// that counter is never put back. What it shows before a loop, each thread knows: each one takes chunks until there are
// none. So a thread may be ahead of others by some loops.
#include "teams.h"

#include <sched.h>

// The compiler's numbers of schedules.
enum {
  StaticChunks = 33,
  Static = 34,
  DynamicChunks = 35,
  GuidedChunks = 36,
  AsSet = 37,
  Auto = 38,
  StaticOfSimd = 45,
  GuidedOfSimd = 46,
  OrderedBy = 32,        // what the numbers of ordered loops have more
  ModifierBits = 3 << 29 // monotonic, nonmonotonic
};

int revisit_omp_schedule(int kind) {
  enum { MonotonicBit = (int)0x80000000 };
  static const int schedules[] = {Static, Static, DynamicChunks, GuidedChunks, Static};
  kind &= ~MonotonicBit;
  return kind >= 1 && kind <= 4 ? schedules[kind] : Static;
}

// The part of one of several threads if each gets one: as equal as they can be.
static void partOf(uint64_t trip, uint64_t number, uint64_t size, uint64_t* begin, uint64_t* end) {
  const uint64_t part = trip / size, more = trip % size;
  *begin = number * part + (number < more ? number : more);
  *end = *begin + part + (number < more);
}

#define DEFINE_STATIC(name, Number, Unsigned, Signed)                                                                  \
  void revisit_kmpc_for_static_init_##name(Place* place, int32_t thread, int32_t schedule, int32_t* isLast,            \
                                           Number* lower, Number* upper, Signed* stride, Signed step, Signed chunk) {  \
    (void)place, (void)thread;                                                                                         \
    const Member* const member = revisit_omp_member();                                                                 \
    const uint64_t size = (uint64_t)member->size, number = (uint64_t)member->number;                                   \
    if (step > 0 ? *upper < *lower : *lower < *upper) {                                                                \
      *isLast = 0;                                                                                                     \
      *stride = step;                                                                                                  \
      return;                                                                                                          \
    }                                                                                                                  \
    const Unsigned distance =                                                                                          \
        step > 0 ? (Unsigned) * upper - (Unsigned) * lower : (Unsigned) * lower - (Unsigned) * upper;                  \
    const uint64_t trip = (uint64_t)(distance / (step > 0 ? (Unsigned)step : (Unsigned) - step)) + 1;                  \
    const Number first = *lower;                                                                                       \
    uint64_t begin = 0, end = 0;                                                                                       \
    *stride = (Signed)trip * step;                                                                                     \
    switch (schedule & ~ModifierBits) {                                                                                \
    case StaticChunks: {                                                                                               \
      const uint64_t chunked = chunk < 1 ? 1 : (uint64_t)chunk;                                                        \
      begin = number * chunked;                                                                                        \
      end = begin + chunked;                                                                                           \
      *stride = (Signed)(chunked * size) * step;                                                                       \
      *isLast = number == (trip - 1) / chunked % size;                                                                 \
      break;                                                                                                           \
    }                                                                                                                  \
    case StaticOfSimd: {                                                                                               \
      const uint64_t width = chunk < 1 ? 1 : (uint64_t)chunk;                                                          \
      const uint64_t part = ((trip + size - 1) / size + width - 1) / width * width;                                    \
      begin = number * part;                                                                                           \
      end = begin + part < trip ? begin + part : trip;                                                                 \
      *isLast = begin < trip && end == trip;                                                                           \
      break;                                                                                                           \
    }                                                                                                                  \
    case Static:                                                                                                       \
      partOf(trip, number, size, &begin, &end);                                                                        \
      *isLast = begin < end && end == trip;                                                                            \
      break;                                                                                                           \
    default:                                                                                                           \
      revisit_machine_stop("OpenMP: a schedule of a loop that is not followed");                                       \
    }                                                                                                                  \
    *lower = first + (Number)((Number)begin * (Number)step);                                                           \
    *upper = *lower + (Number)((Number)(end - begin) * (Number)step) - (Number)step;                                   \
  }

DEFINE_STATIC(4, int32_t, uint32_t, int32_t)
DEFINE_STATIC(4u, uint32_t, uint32_t, int32_t)
DEFINE_STATIC(8, int64_t, uint64_t, int64_t)
DEFINE_STATIC(8u, uint64_t, uint64_t, int64_t)

void revisit_kmpc_for_static_fini(Place* place, int32_t thread) {
  (void)place, (void)thread;
}

// The size of the next guided chunk.
static uint64_t guidedChunk(const Loop* loop, uint64_t rest, uint64_t size) {
  const uint64_t part = (rest + 2 * size - 1) / (2 * size);
  const uint64_t chunk = part > loop->chunk ? part : loop->chunk;
  return chunk < rest ? chunk : rest;
}

// The k-th chunk; false: there are fewer.
static bool chunkOf(const Loop* loop, uint64_t k, uint64_t size, uint64_t* begin, uint64_t* end) {
  if (loop->kind == GuidedChunks) {
    *begin = 0;
    *end = 0;
    for (uint64_t i = 0; i <= k && *end < loop->trip; i++) {
      *begin = *end;
      *end += guidedChunk(loop, loop->trip - *end, size);
      if (i == k)
        return true;
    }
    return false;
  }
  if (loop->kind == Static) {
    partOf(loop->trip, k, size, begin, end);
    return k < size && *begin < *end;
  }
  *begin = k * loop->chunk;
  *end = *begin + loop->chunk < loop->trip ? *begin + loop->chunk : loop->trip;
  return *begin < loop->trip;
}

static uint64_t chunkCount(const Loop* loop, uint64_t size) {
  if (loop->kind != GuidedChunks)
    return (loop->trip + loop->chunk - 1) / loop->chunk;
  uint64_t count = 0;
  for (uint64_t done = 0; done < loop->trip; done += guidedChunk(loop, loop->trip - done, size))
    count++;
  return count;
}

static bool isDynamic(const Loop* loop) {
  return loop->kind == DynamicChunks || loop->kind == GuidedChunks;
}

static void chooseSchedule(Member* member, int schedule, uint64_t chunk) {
  Loop* const loop = &member->loop;
  loop->kind = schedule & ~ModifierBits;
  loop->isOrdered = loop->kind >= StaticChunks + OrderedBy && loop->kind <= Auto + OrderedBy;
  if (loop->isOrdered)
    loop->kind -= OrderedBy;
  if (loop->kind == AsSet) {
    loop->kind = revisit_omp_schedule(member->settings.schedule);
    chunk = member->settings.chunk > 0 ? (uint64_t)member->settings.chunk : 0;
    if (loop->kind == Static && chunk > 0)
      loop->kind = StaticChunks;
  }
  if (loop->kind == Auto)
    loop->kind = Static;
  if (loop->kind == StaticOfSimd)
    loop->kind = StaticChunks;
  if (loop->kind == GuidedOfSimd)
    loop->kind = GuidedChunks;
  if (loop->kind < StaticChunks || loop->kind > GuidedChunks)
    revisit_machine_stop("OpenMP: a schedule of a loop that is not followed");
  loop->chunk = chunk > 0 && chunk < UINT32_MAX ? chunk : 1;
}

static void beginLoop(int schedule, uint64_t lower, uint64_t trip, uint64_t step, uint64_t chunk) {
  Member* const member = revisit_omp_member();
  Loop* const loop = &member->loop;
  *loop = (Loop){.slot = member->loops++ % LoopSlots, .lower = lower, .trip = trip, .step = step};
  if (member->loopsSinceBarrier++ == LoopSlots)
    revisit_machine_stop("OpenMP: more than 8 loops without a barrier between them");
  chooseSchedule(member, schedule, chunk);
  const uint64_t size = (uint64_t)member->size;
  loop->next = isDynamic(loop) ? 0 : (uint64_t)member->number;
  loop->before = member->chunks[loop->slot];
  loop->orderedBefore = member->ordered[loop->slot];
  if (isDynamic(loop))
    member->chunks[loop->slot] += chunkCount(loop, size) + size;
  if (loop->isOrdered)
    member->ordered[loop->slot] += trip;
}

// The next chunk of the calling thread; false: there is none.
static bool nextChunk(uint64_t* begin, uint64_t* end, int32_t* isLast) {
  Member* const member = revisit_omp_member();
  Loop* const loop = &member->loop;
  const uint64_t size = (uint64_t)member->size;
  uint64_t k = loop->next;
  if (isDynamic(loop) && size > 1)
    k = atomic_fetch_add_explicit(&member->team->chunks[loop->slot], 1, memory_order_relaxed) - loop->before;
  else
    loop->next += isDynamic(loop) ? 1 : size;
  if (!chunkOf(loop, k, size, begin, end))
    return false;
  loop->iteration = *begin;
  loop->end = *end;
  loop->hasLeft = false;
  if (isLast != NULL)
    *isLast = *end == loop->trip;
  return true;
}

#define DEFINE_DISPATCH(name, Number, Unsigned, Signed)                                                                \
  void revisit_kmpc_dispatch_init_##name(Place* place, int32_t thread, int32_t schedule, Number lower, Number upper,   \
                                         Signed step, Signed chunk) {                                                  \
    (void)place, (void)thread;                                                                                         \
    uint64_t trip = 0;                                                                                                 \
    if (step > 0 ? lower <= upper : upper <= lower) {                                                                  \
      const Unsigned distance = step > 0 ? (Unsigned)upper - (Unsigned)lower : (Unsigned)lower - (Unsigned)upper;      \
      trip = (uint64_t)(distance / (step > 0 ? (Unsigned)step : (Unsigned) - step)) + 1;                               \
    }                                                                                                                  \
    beginLoop(schedule, (uint64_t)lower, trip, (uint64_t)(int64_t)step, chunk > 0 ? (uint64_t)chunk : 0);              \
  }                                                                                                                    \
  int32_t revisit_kmpc_dispatch_next_##name(Place* place, int32_t thread, int32_t* isLast, Number* lower,              \
                                            Number* upper, Signed* stride) {                                           \
    (void)place, (void)thread;                                                                                         \
    uint64_t begin, end;                                                                                               \
    if (!nextChunk(&begin, &end, isLast))                                                                              \
      return 0;                                                                                                        \
    const Loop* const loop = &revisit_omp_member()->loop;                                                              \
    *lower = (Number)(loop->lower + begin * loop->step);                                                               \
    *upper = (Number)(loop->lower + (end - 1) * loop->step);                                                           \
    if (stride != NULL)                                                                                                \
      *stride = (Signed)loop->step;                                                                                    \
    return 1;                                                                                                          \
  }                                                                                                                    \
  void revisit_kmpc_dispatch_fini_##name(Place* place, int32_t thread) {                                               \
    (void)place, (void)thread;                                                                                         \
    revisit_omp_leave_iteration();                                                                                     \
  }

void revisit_omp_leave_iteration(void);

DEFINE_DISPATCH(4, int32_t, uint32_t, int32_t)
DEFINE_DISPATCH(4u, uint32_t, uint32_t, int32_t)
DEFINE_DISPATCH(8, int64_t, uint64_t, int64_t)
DEFINE_DISPATCH(8u, uint64_t, uint64_t, int64_t)

void revisit_kmpc_dispatch_deinit(Place* place, int32_t thread) {
  (void)place, (void)thread;
}
