#include "runtime/processes/inherited.h"

#include "abi/copies.h"
#include "program/objects/lock_effects.h"
#include "runtime/memory/access.h"
#include "runtime/memory/private_memory.h"
#include "runtime/processes/processes.h"
#include "runtime/processes/warnings.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/services/external_calls.h"
#include "runtime/sync/object_table.h"
#include "runtime/sync/sections.h"
#include "runtime/trace/raw.h"
#include "runtime/trace/recorder.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>

namespace revisit::runtime {

namespace {

// What runs have shown to be used by copies counts as shared at addresses that no memory has: the address, and above it
// one of these. Of an object, its kind stands in between.
constexpr std::uint64_t usedMemory = 1ull << 60;
constexpr std::uint64_t usedObject = 1ull << 61;
constexpr unsigned kindShift = 52;
constexpr std::uint64_t addressBits = (1ull << processShift) - 1;
constexpr std::uint64_t wholeNumber = 8;

constexpr std::size_t recently = 64;
std::uint64_t g_told[recently]; // in this run

// It is known from the next run on.
void learn(std::uint64_t begin, std::uint64_t bytes) {
  std::uint64_t& told = g_told[(begin * 0x9e3779b97f4a7c15ull) >> 58];
  if (replaying() || std::exchange(told, begin) == begin)
    return;
  RevisitRecord& record = emit(REVISIT_MORTAL);
  record.address = begin;
  record.before = bytes;
  record.op = REVISIT_MORTAL_NEEDED;
}

bool hasOtherThreads(const Thread& self) {
  return self.slot != self.process || self.madeThreads;
}

void lookAt(const RevisitRange& location) {
  for (std::uint64_t at = location.begin; at < location.end; at += wholeNumber) {
    const auto size = static_cast<std::uint32_t>(std::min(location.end - at, wholeNumber));
    const std::uint32_t order = static_cast<std::uint32_t>(MemoryOrder::Relaxed) | REVISIT_ORDER_COPIES;
    const unsigned flags = reachAccess(LabelKind::Read, at, size, order, REVISIT_FLAG_SERVICE);
    const std::uint64_t value = rawLoad(placeOf(at, flags), size);
    RevisitRecord& record = memoryRecord(REVISIT_LOAD, at, size, order, flags);
    record.before = record.after = value;
    record.failure = REVISIT_IMAGE;
    observe(value);
    observe(flags);
  }
}

// How a copy's object begins.
enum class Beginning : std::uint8_t {
  AsItWas, // its thread brings it to the state of the original
  Given    // the thread that makes the copy has done that
};

// What other threads hold: a lock of the copy's object that is never given back.
Beginning hold(std::uint64_t copy, ObjectKind kind, const TableObject& original) {
  const ObjectState& state = original.state;
  const std::uint32_t self = me().slot + 1u;
  const bool isOthers = state.owner != 0 && state.owner != self;
  if (kind == ObjectKind::Mutex && isOthers) {
    operateSilently(copy, ObjectOp::MutexLock, static_cast<std::uint64_t>(state.kind));
    return Beginning::Given;
  }
  if (kind == ObjectKind::Rwlock && isOthers) {
    operateSilently(copy, ObjectOp::RwlockWrite, 0);
    return Beginning::Given;
  }
  if (kind == ObjectKind::Rwlock && state.count > readLocksOf(state, ThreadId(me().slot))) {
    operateSilently(copy, ObjectOp::RwlockRead, 0);
    return Beginning::Given;
  }
  if (kind == ObjectKind::Once && isOthers && original.isGuard) {
    operateSilently(copy, ObjectOp::OnceEnter, 0);
    return Beginning::Given;
  }
  return Beginning::AsItWas;
}

// Of the process of the calling thread: the objects that a copy gets, by their addresses in it, and what they are. With
// other threads, those that copies use.
template <class F> void forEachObject(unsigned image, bool withOthers, F&& see) {
  const std::uint64_t process = std::uint64_t{image} << processShift;
  if (withOthers) {
    for (const RevisitRange* range = rangeAbove(usedObject - 1); range != rangesEnd(); range++)
      see((range->begin & addressBits) | process, static_cast<ObjectKind>(range->begin >> kindShift & 0xff));
    return;
  }
  const std::size_t count = madeObjects(); // the copy adds its own
  for (std::size_t i = 0; i < count; i++) {
    const std::uint64_t object = madeObject(i), base = object & addressBits;
    if ((object & ~addressBits) == process && !isForeign(base) && !isBetweenProcesses(base))
      see(object, kindOf(objectAt(object).last));
  }
}

// The operation that tells the state of such an object (onlyLooks); none: what a copy has of it is known anyway.
std::optional<ObjectOp> lookOf(ObjectKind kind) {
  switch (kind) {
  case ObjectKind::Mutex:
    return ObjectOp::MutexTryLock;
  case ObjectKind::Rwlock:
    return ObjectOp::RwlockTryWrite;
  case ObjectKind::Once:
    return ObjectOp::OnceEnter;
  case ObjectKind::Semaphore:
    return ObjectOp::SemGet;
  default:
    return std::nullopt;
  }
}

void lookAt(std::uint64_t object, ObjectKind kind) {
  TableObject& original = objectAt(object);
  const ObjectOp last = original.last;
  if (const auto look = lookOf(kind))
    operateSilently(object, *look, onlyLooks);
  original.last = last;
}

std::uint64_t ofCopy(std::uint64_t object, unsigned copy) {
  return (object & addressBits) | std::uint64_t{copy} << processShift;
}

void restoreOne(std::uint64_t object, ObjectKind kind, const ObjectState& before, const Thread& creator) {
  const std::uint32_t owner = creator.slot + 1u;
  const bool isOwn = before.owner == owner;
  if (kind == ObjectKind::Once && isOwn)
    unsupported("fork in a function that pthread_once calls");
  if (kind == ObjectKind::Once && before.done)
    operateSilently(object, ObjectOp::OnceInit, 1);
  if (kind == ObjectKind::Rwlock && isOwn)
    operateSilently(object, ObjectOp::RwlockWrite, 0);
  if (kind != ObjectKind::Mutex || isOwn)
    bringTo(object, kind, before);
}

} // namespace

void beginCopy() {
  Thread& self = me();
  if (!hasOtherThreads(self))
    return;
  if (g_runtime.channel->weakMemory != 0)
    unsupported("fork in a process with several threads, under a weak memory model");
  self.copies = true;
  beginSection();
  RevisitRecord& record = emit(REVISIT_MORTAL); // the table of descriptors
  record.op = REVISIT_MORTAL_READS;
  record.address = tableOf(self.process);
  record.before = REVISIT_MACHINE_NUMBERS * REVISIT_MACHINE_ENTRY;
  record.extra64 = REVISIT_MACHINE_ENTRY;
}

void endCopy() {
  if (std::exchange(me().copies, false))
    endSection();
}

void copyShared(unsigned copy) {
  Thread& self = me();
  for (const RevisitRange* range = rangeAbove(0); self.copies && range != rangesEnd() && range->begin < usedMemory;
       range++)
    if (isKnownToBeShared(usedMemory | range->begin, 1) && !isBetweenProcesses(range->begin))
      lookAt(*range);
  forEachObject(self.image, self.copies, [&](std::uint64_t object, ObjectKind kind) {
    if (self.copies)
      lookAt(object, kind);
    const TableObject original = objectAt(object);
    if (hold(ofCopy(object, copy), kind, original) == Beginning::Given)
      objectAt(ofCopy(object, copy)).isGiven = true;
  });
}

// From the first step on, the process that was copied may go on.
void restoreObjectsOfCopy() {
  const Thread& self = me();
  const Thread& creator = threadAt(g_runtime.channel->slots[self.slot].creator);
  forEachObject(creator.image, hasOtherThreads(creator), [&](std::uint64_t object, ObjectKind kind) {
    const TableObject original = objectAt(object);
    TableObject& copy = objectAt(ofCopy(object, self.image));
    copy.isInherited = true;
    copy.ownReads = kind == ObjectKind::Rwlock ? readLocksOf(original.state, ThreadId(creator.slot)) : 0;
    if (copy.isGiven)
      return;
    const std::uint64_t address = copy.address;
    const unsigned ownReads = copy.ownReads;
    copy = original;
    copy.isInherited = true;
    copy.ownReads = ownReads;
    copy.address = address;
    copy.last = *operationWith(kind, ObjectRole::Initialise);
  });
  forEachObject(self.image, false, [&](std::uint64_t object, ObjectKind kind) {
    TableObject& copy = objectAt(object);
    const unsigned ownReads = copy.ownReads;
    if (!copy.isGiven && !(copy.state == ObjectState{})) {
      const ObjectState before = copy.state;
      copy.state = {};
      restoreOne(object, kind, before, creator);
    }
    for (unsigned i = 0; i < ownReads; i++)
      operateSilently(object, ObjectOp::RwlockRead, 0);
  });
}

void noteInherited(std::uint64_t address, std::uint64_t bytes, bool isPiece) {
  const Thread& self = me();
  if (!self.inherits)
    return;
  for (const RevisitRange* range = rangeAbove(address); range != rangesEnd() && range->begin < address + bytes; range++)
    if (!isKnownToBeShared(usedMemory | range->begin, 1))
      learn(usedMemory | range->begin, 1);
  if (replaying() || noteTouchedBy(self.inheritsFrom, address, bytes, isPiece))
    return;
  constexpr std::uint64_t most = 128;
  for (std::uint64_t at = address; at < address + bytes; at += most)
    if (const std::uint64_t size = std::min(most, address + bytes - at); !isKnownToBeShared(at, size))
      learn(at, size);
}

void noteInherited(std::uint64_t object, ObjectOp operation) {
  // Streams (FILE) are free in a copy, as the C library makes them.
  const bool isOfStream =
      object >= REVISIT_MACHINE_TEXTS && object < REVISIT_MACHINE_TEXTS + REVISIT_MACHINE_TEXTS_BYTES;
  if (!me().inherits || isBetweenProcesses(object) || isOfStream)
    return;
  const ObjectKind kind = kindOf(operation);
  if (kind == ObjectKind::Barrier && !isInit(operation) && objectAt(objectOfChild(object)).state == ObjectState{})
    unsupported("a barrier that a process has of one with several threads");
  if (kind == ObjectKind::Condition && isDestroy(operation))
    tellLimit("a copy destroys a condition variable that it has of a process with several threads: whether these waited"
              " for it is not followed");
  if (lookOf(kind))
    if (const std::uint64_t mark = usedObject | static_cast<std::uint64_t>(kind) << kindShift | object;
        !isKnownToBeShared(mark, 1))
      learn(mark, 1);
}

void tellMissingOwner(std::uint64_t object) {
  const std::uint64_t process = object >> processShift;
  const ObjectState& state = objectAt(object).state;
  const auto isMissing = [&](unsigned slot) { return threadAt(slot).image != process; };
  bool found = state.owner != 0 && isMissing(state.owner - 1);
  for (unsigned slot = 0; slot < g_runtime.channel->slotCount && state.count != 0 && state.owner == 0; slot++)
    found |= readLocksOf(state, ThreadId(slot)) != 0 && isMissing(slot);
  if (process == 0 || !found || !isLock(kindOf(objectAt(object).last)))
    return;
  char text[160];
  std::snprintf(text, sizeof text,
                "process %d waits for a lock whose owner does not exist in it: another thread held it when fork was"
                " called",
                ownIdentifier());
  warn(emitLast(REVISIT_EXTERNAL), text, me().pending.chain);
}

} // namespace revisit::runtime
