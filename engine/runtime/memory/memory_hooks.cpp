// The hooks for single accesses and bulk copies.
// Thread rule: called by the program's threads; during a run only by the one that has the baton.
#include "abi/handlers.h"
#include "abi/hooks.h"

#include "runtime/life/uninitialised_copies.h"
#include "runtime/memory/access.h"
#include "runtime/memory/atomic_plain.h"
#include "runtime/memory/private_memory.h"
#include "runtime/memory/rmw.h"
#include "runtime/memory/variable_notes.h"
#include "runtime/processes/processes.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/sync/object_table.h"
#include "runtime/trace/fingerprint.h"
#include "runtime/trace/raw.h"
#include "runtime/trace/recorder.h"

#include <algorithm>
#include <utility>

using namespace revisit;
using namespace revisit::runtime;

namespace {

constexpr std::uint32_t maxWide = 255; // a record's size field

void* pointer(std::uint64_t address) {
  return reinterpret_cast<void*>(address);
}

// Records the bytes of a wide access beyond the first eight. `expected` and `desired`: the addresses of a
// compare-and-swap's operands; otherwise 0.
void emitWide(const unsigned char* before, const unsigned char* after, std::uint32_t size, std::uint64_t expected = 0,
              std::uint64_t desired = 0) {
  for (std::uint32_t at = 8; at < size; at += 8) {
    const std::uint32_t piece = std::min(size - at, 8u);
    RevisitRecord& record = emit(REVISIT_WIDE);
    record.address = at;
    record.size = static_cast<std::uint8_t>(piece);
    __builtin_memcpy(&record.before, before + at, piece);
    __builtin_memcpy(&record.after, after + at, piece);
    if (expected == 0)
      continue;
    record.extra64 = rawLoad(expected + at, piece);
    record.operand = rawLoad(desired + at, piece);
  }
}

void fillFirst(RevisitRecord& record, const unsigned char* before, const unsigned char* after, std::uint32_t size) {
  const std::uint32_t piece = std::min(size, 8u);
  __builtin_memcpy(&record.before, before, piece);
  __builtin_memcpy(&record.after, after, piece);
}

void requireSize(std::uint32_t size) {
  if (size > maxWide)
    unsupported("a single access of more than 255 bytes");
}

void observeWide(const unsigned char* bytes, std::uint32_t size, unsigned flags) {
  if ((flags & REVISIT_FLAG_EVENT) != 0)
    for (std::uint32_t i = 0; i < size; i++)
      observe(bytes[i]);
}

} // namespace

// The hooks for accesses do the same in the same order. requireValid() asks whether the memory may be accessed.
// reachAccess() waits for the thread's turn, if the access is an event. placeOf() says where the bytes are. The access
// is made, and recorded unless summarise() says that a note of it is enough. At last noteRead(), noteStore() or
// noteUpdate() is called. Outside of an exploration a hook only makes the access.

REVISIT_HOOK std::uint64_t __revisit_load(std::uint64_t address, std::uint32_t size, std::uint32_t order) {
  if (!exploring())
    return plainLoad(address, size, order & ~REVISIT_ORDER_ADDED);
  requireValid(address, size);
  if ((order & REVISIT_ORDER_WATCHED) != 0 && !usesOwn(address, size) && !isShared(address, size))
    shareNextTime(address, size);
  return recordedLoad(address, size, order, 0);
}

REVISIT_HOOK void __revisit_store(std::uint64_t address, std::uint64_t value, std::uint32_t size, std::uint32_t order) {
  if (!exploring())
    return plainStore(address, value, size, order & ~REVISIT_ORDER_ADDED);
  requireValid(address, size, true);
  recordedStore(address, value, size, order, 0);
}

REVISIT_HOOK void __revisit_load_wide(std::uint64_t address, std::uint32_t size, std::uint32_t order,
                                      std::uint64_t buffer) {
  if (!exploring() || usesOwn(address, size))
    return plainLoadWide(address, size, order & ~REVISIT_ORDER_ADDED, buffer);
  requireSize(size);
  requireValid(address, size);
  unsigned flags = reachAccess(LabelKind::Read, address, size, order, 0);
  __builtin_memcpy(pointer(buffer), pointer(placeOf(address, flags)), size);
  const auto* bytes = static_cast<const unsigned char*>(pointer(buffer));
  observeWide(bytes, size, flags);
  if (!summarise(address, size, bytes, flags)) {
    fillFirst(memoryRecord(REVISIT_LOAD, address, size, order, flags), bytes, bytes, size);
    emitWide(bytes, bytes, size);
  }
  noteRead(address, size, flags);
}

REVISIT_HOOK void __revisit_store_wide(std::uint64_t address, std::uint32_t size, std::uint32_t order,
                                       std::uint64_t buffer) {
  if (!exploring() || usesOwn(address, size))
    return plainStoreWide(address, size, order, buffer);
  requireSize(size);
  requireValid(address, size, true);
  unsigned flags = reachAccess(LabelKind::Write, address, size, order, 0);
  void* const place = pointer(placeOf(address, flags));
  unsigned char before[maxWide];
  __builtin_memcpy(before, place, size);
  rawCopy(place, pointer(buffer), size);
  const auto* after = static_cast<const unsigned char*>(place);
  if (!summarise(address, size, nullptr, flags)) {
    fillFirst(memoryRecord(REVISIT_STORE, address, size, order, flags), before, after, size);
    emitWide(before, after, size);
  }
  noteStore(address, size, flags);
}

REVISIT_HOOK std::uint32_t __revisit_carried() {
  return exploring() ? me().carried : 0;
}

REVISIT_HOOK void __revisit_uses(std::uint32_t carried) {
  if (carried != 0 && exploring())
    failCopied(carried);
}

REVISIT_HOOK void __revisit_gives(std::uint64_t function, std::uint32_t index, std::uint32_t carried) {
  if (carried != 0 && exploring())
    passCopy(function, index, carried);
}

REVISIT_HOOK std::uint32_t __revisit_given(std::uint64_t function, std::uint32_t index, std::uint32_t last) {
  return exploring() ? takePassed(function, index, last != 0) : 0;
}

REVISIT_HOOK void __revisit_was_given(std::uint64_t function) {
  if (exploring())
    failIfLeft(function);
}

REVISIT_HOOK void __revisit_gives_back(std::uint64_t function, std::uint32_t carried) {
  if (exploring())
    passBack(function, carried);
}

REVISIT_HOOK std::uint32_t __revisit_given_back(std::uint64_t function) {
  return exploring() ? takeResult(function) : 0;
}

REVISIT_HOOK void __revisit_discards(std::uint32_t begins) {
  if (exploring())
    me().discards = begins != 0;
}

REVISIT_HOOK std::uint64_t __revisit_rmw(std::uint64_t address, std::uint64_t operand, std::uint32_t size,
                                         std::uint32_t order, std::uint32_t op) {
  if (!exploring())
    return plainRmw(address, operand, size, op);
  requireValid(address, size, true);
  if (std::exchange(me().discards, false))
    order |= static_cast<RmwOp>(op) == RmwOp::Exchange ? REVISIT_ORDER_CARRIES : REVISIT_ORDER_BLIND;
  return recordedRmw(address, operand, size, order, static_cast<RmwOp>(op), 0);
}

REVISIT_HOOK std::uint64_t __revisit_cas(std::uint64_t address, std::uint64_t expected, std::uint64_t desired,
                                         std::uint32_t size, std::uint32_t success, std::uint32_t failure) {
  if (!exploring() || usesOwn(address, size))
    return plainCas(address, expected, desired, size);
  requireValid(address, size, true);
  unsigned flags = reachAccess(LabelKind::Cas, address, size, success, 0);
  const std::uint64_t place = placeOf(address, flags);
  const std::uint64_t old = rawLoad(place, size);
  const bool stored = old == truncate(expected, size);
  observeEvent(old, flags);
  if (stored)
    rawStore(place, desired, size);
  if (!summarise(address, size, &old, flags)) {
    RevisitRecord& record =
        memoryRecord(REVISIT_CAS, address, size, success, stored ? flags | REVISIT_FLAG_STORED : flags);
    record.failure = static_cast<std::uint8_t>(failure | repeatsBit());
    record.before = old;
    record.after = rawLoad(place, size);
    record.extra64 = truncate(expected, size);
    record.operand = truncate(desired, size);
  }
  if (stored)
    noteUpdate(address, size, flags);
  noteRead(address, size, flags);
  return old;
}

// Whether a compare-and-swap fails for no reason.
static bool failsAnyway(std::uint32_t failure, unsigned flags) {
  return (failure & REVISIT_WEAK) != 0 && (flags & REVISIT_FLAG_EVENT) != 0 && plannedStep() != nullptr &&
         plannedStep()->choice != 0;
}

REVISIT_HOOK std::uint32_t __revisit_cas_wide(std::uint64_t address, std::uint64_t expected, std::uint64_t desired,
                                              std::uint32_t size, std::uint32_t success, std::uint32_t failure) {
  if (!exploring() || usesOwn(address, size))
    return plainCasWide(address, expected, desired, size);
  requireSize(size);
  requireValid(address, size, true);
  if ((failure & REVISIT_WEAK) != 0 && ifPermitted(Permitted::WeakSwap) == 0)
    failure &= ~REVISIT_WEAK;
  unsigned flags = reachAccess(LabelKind::Cas, address, size, success, 0);
  void* const place = pointer(placeOf(address, flags));
  unsigned char before[maxWide];
  __builtin_memcpy(before, place, size);
  const bool stored = __builtin_memcmp(before, pointer(expected), size) == 0 && !failsAnyway(failure, flags);
  observeWide(before, size, flags);
  observeEvent(stored ? 1 : 0, flags);
  if (stored)
    rawCopy(place, pointer(desired), size);
  if ((failure & REVISIT_WEAK) != 0 && (flags & REVISIT_FLAG_EVENT) == 0)
    shareNextTime(address, size);
  if (!summarise(address, size, before, flags)) {
    const auto* after = static_cast<const unsigned char*>(place);
    RevisitRecord& record =
        memoryRecord(REVISIT_CAS, address, size, success, stored ? flags | REVISIT_FLAG_STORED : flags);
    fillFirst(record, before, after, size);
    record.failure = static_cast<std::uint8_t>(failure | repeatsBit());
    record.extra64 = rawLoad(expected, std::min(size, 8u));
    record.operand = rawLoad(desired, std::min(size, 8u));
    emitWide(before, after, size, expected, desired);
  }
  __builtin_memcpy(pointer(expected), before, size);
  if (stored)
    noteUpdate(address, size, flags);
  noteRead(address, size, flags);
  return stored ? 1 : 0;
}

REVISIT_HOOK void __revisit_rmw_wide(std::uint64_t address, std::uint64_t operand, std::uint64_t old,
                                     std::uint32_t size, std::uint32_t order, std::uint32_t op) {
  if (!exploring() || usesOwn(address, size))
    return plainRmwWide(address, operand, old, op);
  requireSize(size);
  requireValid(address, size, true);
  unsigned flags = reachAccess(LabelKind::Rmw, address, size, order, 0);
  const std::uint64_t place = placeOf(address, flags);
  __builtin_memcpy(pointer(old), pointer(place), size);
  observeWide(static_cast<const unsigned char*>(pointer(old)), size, flags);
  applyRmwWide(static_cast<RmwOp>(op), pointer(place), pointer(operand));
  if (!summarise(address, size, pointer(old), flags)) {
    const auto* before = static_cast<const unsigned char*>(pointer(old));
    const auto* after = static_cast<const unsigned char*>(pointer(place));
    RevisitRecord& record = memoryRecord(REVISIT_RMW, address, size, order, flags);
    record.failure = repeatsBit();
    fillFirst(record, before, after, size);
    record.op = static_cast<std::uint8_t>(op);
    record.extra64 = rawLoad(operand, 8);
    for (std::uint32_t at = 8; at < size; at += 8) {
      RevisitRecord& wide = emit(REVISIT_WIDE);
      wide.address = at;
      wide.size = 8;
      wide.before = rawLoad(old + at, 8);
      wide.after = rawLoad(place + at, 8);
      wide.extra64 = rawLoad(operand + at, 8);
    }
  }
  if (__builtin_memcmp(pointer(old), pointer(place), size) != 0)
    noteUpdate(address, size, flags);
  noteRead(address, size, flags);
}

REVISIT_HOOK void __revisit_fence(std::uint32_t order, std::uint32_t singleThread) {
  if (!exploring())
    return __atomic_thread_fence(__ATOMIC_SEQ_CST);
  unsigned flags = 0;
  if (singleThread != 0 && summarises())
    return;
  if (singleThread == 0) {
    Pending pending;
    pending.kind = LabelKind::Fence;
    pending.isPlain = true;
    waitForTurn(pending);
    flags = REVISIT_FLAG_EVENT;
  }
  memoryRecord(REVISIT_FENCE, 0, 0, order, flags);
}

REVISIT_HOOK void __revisit_copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
  if (!exploring()) {
    __builtin_memmove(pointer(to), pointer(from), bytes);
    return;
  }
  requireValid(from, bytes);
  requireValid(to, bytes, true);
  recordedCopy(to, from, bytes, 0);
}

REVISIT_HOOK void __revisit_fill(std::uint64_t to, std::uint32_t byte, std::uint64_t bytes) {
  if (!exploring()) {
    __builtin_memset(pointer(to), static_cast<int>(byte), bytes);
    return;
  }
  requireValid(to, bytes, true);
  recordedFill(to, static_cast<std::uint8_t>(byte), bytes, 0);
}
