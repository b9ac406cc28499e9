#include "runtime/life/destroyed_objects.h"

#include "abi/heap.h"
#include "abi/hooks.h"
#include "runtime/life/fresh_memory.h"
#include "runtime/life/lifetimes.h"
#include "runtime/memory/access.h"
#include "runtime/memory/own_objects.h"
#include "runtime/processes/processes.h"
#include "runtime/schedule/carrier.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/sync/object_table.h"
#include "runtime/trace/frames.h"
#include "runtime/trace/own_memory.h"
#include "runtime/trace/recorder.h"

#include <algorithm>

using namespace revisit;
using namespace revisit::runtime;

namespace revisit::runtime {

namespace {

constexpr std::uint64_t step = 8; // bytes of one note

struct Note {
  std::uint64_t address = 0; // 0: none
  std::uint64_t place = 0;   // behind the call of the destructor; in it if no code of the program called it
  std::uint16_t slot = 0;    // of the thread
  std::uint8_t bytes = 0;    // which of them, as a bit mask
};

// A hash table with open addressing. Neighbours are neighbours in it, so that a run touches few of its pages. When
// there is no room near a place, objects there are not noted.
constexpr std::size_t noteCount = 1 << 16;
constexpr std::size_t farthest = 64;
Note g_notes[noteCount];
std::uint64_t g_low = ~0ull, g_high = 0; // all notes lie between

Note* find(std::uint64_t address, bool makes) {
  std::size_t at = address / step % noteCount;
  for (std::size_t probes = 0; probes < farthest; probes++, at = (at + 1) % noteCount) {
    Note& note = g_notes[at];
    if (note.address == address)
      return &note;
    if (note.address == 0)
      return makes ? &note : nullptr;
  }
  return nullptr;
}

bool mayBeNoted(std::uint64_t begin, std::uint64_t end) {
  return begin < g_high && end > g_low;
}

// Which bytes of the step at this address lie between the bounds.
std::uint8_t maskOf(std::uint64_t at, std::uint64_t begin, std::uint64_t end) {
  const std::uint64_t from = std::max(at, begin) - at, to = std::min(at + step, end) - at;
  return static_cast<std::uint8_t>((0xffu >> (step - (to - from))) << from);
}

template <class F> void forEachStep(std::uint64_t begin, std::uint64_t end, F&& f) {
  for (std::uint64_t at = begin / step * step; at < end; at += step)
    f(at, maskOf(at, begin, end));
}

void note(std::uint64_t begin, std::uint64_t end, std::uint64_t place) {
  g_low = std::min(g_low, begin);
  g_high = std::max(g_high, end);
  forEachStep(begin, end, [&](std::uint64_t at, std::uint8_t mask) {
    Note* const found = find(at, true);
    if (found == nullptr)
      return;
    const std::uint8_t others = found->slot == me().slot ? found->bytes : std::uint8_t{0};
    *found = {at, place, me().slot, static_cast<std::uint8_t>(others | mask)};
  });
}

// Memory of the thread alone gets the bytes without a record, as when a local variable or a block comes to life.
void fill(std::uint64_t begin, std::uint64_t end) {
  const Thread& self = me();
  const auto isOwn = [&](std::uint64_t base, std::uint64_t stride) {
    return begin >= base + self.slot * stride && end <= base + (self.slot + 1) * stride;
  };
  if (!isOwn(REVISIT_STACK_ADDRESS, REVISIT_STACK_STRIDE) && !isOwn(REVISIT_HEAP_ADDRESS, REVISIT_HEAP_STRIDE))
    return recordedFill(begin, REVISIT_FRESH_BYTE, end - begin, REVISIT_FLAG_SERVICE);
  __builtin_memset(reinterpret_cast<void*>(begin), REVISIT_FRESH_BYTE, end - begin);
  noteOwnStore(begin, end - begin);
  noteStored(begin, end - begin);
}

// Where the destructor was called; the destructor itself if no code of the program called it.
std::uint32_t chainOfCall(const CallersFrame& destructor) {
  const std::uint64_t frame = destructor.end - 16;
  const std::uint64_t caller = rawLoad(destructor.end - 8, 8);
  return isInstrumented(caller) ? chainFrom(caller - 1, rawLoad(frame, 8)) : chainHere();
}

bool isThreadLocal(std::uint64_t address) {
  return isMainsThreadLocal(address) ||
         (address >= REVISIT_BLOCK_ADDRESS && address < REVISIT_BLOCK_ADDRESS + maxThreads * REVISIT_BLOCK_STRIDE);
}

bool isOfProgram(std::uint64_t begin, std::uint64_t end) {
  return isGivenBack(begin) || isThreadLocal(begin) || (isData(begin, end) && !isForeign(begin));
}

} // namespace

bool isDestroyed(std::uint64_t address, std::uint64_t size) {
  if (!mayBeNoted(address, address + size) || !holdsFresh(address, size))
    return false;
  bool all = true;
  forEachStep(address, address + size, [&](std::uint64_t at, std::uint8_t mask) {
    const Note* const found = find(at, false);
    all = all && found != nullptr && found->slot == me().slot && (found->bytes & mask) == mask;
  });
  return all;
}

bool isDestroyedAt(std::uint64_t address) {
  return (destroyedBytes(address / step * step) >> address % step & 1) != 0 && isDestroyed(address, 1);
}

void noteStoredObject(std::uint64_t address, std::uint64_t size) {
  if (mayBeNoted(address, address + size) &&
      __builtin_memchr(reinterpret_cast<const void*>(address), REVISIT_FRESH_BYTE, size) != nullptr)
    forgetDestroyed(address, address + size);
}

void forgetDestroyed(std::uint64_t begin, std::uint64_t end) {
  if (!mayBeNoted(begin, end))
    return;
  forEachStep(begin, end, [&](std::uint64_t at, std::uint8_t mask) {
    if (Note* const found = find(at, false))
      found->bytes &= static_cast<std::uint8_t>(~mask);
  });
}

std::uint8_t destroyedBytes(std::uint64_t address) {
  const Note* const found = mayBeNoted(address, address + step) ? find(address, false) : nullptr;
  return found != nullptr ? found->bytes : std::uint8_t{0};
}

void failDestroyed(std::uint64_t address) {
  if (const Note* const found = find(address / step * step, false);
      found != nullptr && locationAt(address) == nullptr && isInstrumented(found->place)) {
    RevisitRecord& record = emit(REVISIT_MORTAL);
    record.address = found->address;
    record.before = step;
    record.op = REVISIT_MORTAL_NOTE;
    record.chain = chainFrom(found->place - 1, 0);
  }
  fail(ErrorKind::UseAfterFree,
       isThreadLocal(address) ? "use of a thread_local object after its destructor"
                              : "use of an object after its destructor",
       address);
}

} // namespace revisit::runtime

REVISIT_HOOK void __revisit_object_end(std::uint64_t object, std::uint64_t bytes) {
  const std::uint64_t end = object + bytes;
  if (!noting() || !isOfProgram(object, end))
    return;
  const CallersFrame destructor = callersFrame();
  endObjects(object, end);
  forgetObjects(object, end);
  const EndingMemory memory = {.bounds = {object, end}, .around = {object, end}};
  if (g_runtime.channel->allAccesses == 0)
    noteMortal(memory);
  if (isShared(object, bytes))
    destroyLife(memory, chainOfCall(destructor));
  const std::uint64_t caller = rawLoad(destructor.end - 8, 8);
  const std::uint64_t place = isInstrumented(caller) ? caller : word(__builtin_return_address(0));
  for (std::uint64_t at = object; at < end;) {
    const std::uint64_t next = nextBound(at, end);
    if (locationAt(at) == nullptr) {
      fill(at, next);
      note(at, next, place);
    }
    at = next;
  }
}
