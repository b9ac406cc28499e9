#include "runtime/memory/access.h"

#include "abi/handlers.h"
#include "abi/heap.h"
#include "abi/hooks.h"
#include "abi/services.h"
#include "runtime/life/destroyed_objects.h"
#include "runtime/life/fresh_memory.h"
#include "runtime/life/lifetimes.h"
#include "runtime/life/observed_life.h"
#include "runtime/life/uninitialised_copies.h"
#include "runtime/memory/known_content.h"
#include "runtime/memory/own_objects.h"
#include "runtime/memory/past_content.h"
#include "runtime/memory/private_memory.h"
#include "runtime/memory/rmw.h"
#include "runtime/memory/variable_notes.h"
#include "runtime/processes/processes.h"
#include "runtime/schedule/carrier.h"
#include "runtime/schedule/replay.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/signals/delivery.h"
#include "runtime/trace/fingerprint.h"
#include "runtime/trace/own_memory.h"
#include "runtime/trace/raw.h"
#include "runtime/trace/recorder.h"

#include <algorithm>

namespace revisit::runtime {

namespace {

constexpr std::uint64_t wholeFrom = 4096; // bytes from which on a fill of unshared memory is one record

// Set in the flags of an access, beside those of its record: it takes place in a content of the past.
constexpr unsigned inPast = 0x100, copiesOnly = 0x200;
unsigned char* g_past = nullptr; // that content, of the access that is being done

// A store to a part of a location is an update of the whole location. So is a store that observes whether the
// location's lifetime is over, unless memory is weak: then happens-before decides about that.
LabelKind storeKind(std::uint64_t address, std::uint64_t size) {
  const RevisitRange* range = rangeAbove(address);
  if (range == rangesEnd() || range->begin >= address + size)
    return LabelKind::Write;
  const bool whole = range->begin == address && range->end == address + size;
  const bool observes = range->mortal != 0 && isGivenBack(range->begin) && g_runtime.channel->weakMemory == 0;
  return whole && !observes ? LabelKind::Write : LabelKind::Rmw;
}

// Whether this is the thread's errno. The C library stores there without calling the hooks.
bool isErrorNumber(std::uint64_t address) {
  return address == me().handle + g_runtime.errnoOffset;
}

unsigned reachErrorNumber(LabelKind kind, unsigned flags) {
  if (kind == LabelKind::Read && (flags & REVISIT_FLAG_SERVICE) == 0)
    lookBeforeErrorNumber();
  return flags | REVISIT_FLAG_FOREIGN;
}

// Records a write of what is in a location now. `staysOver`: the location's lifetime is over, and stays so.
void recordFound(const RevisitRange& range, bool staysOver, unsigned flags) {
  Pending pending;
  const auto size = static_cast<std::uint32_t>(range.end - range.begin);
  pending.kind = staysOver ? LabelKind::Write : storeKind(range.begin, size);
  pending.object = range.begin;
  waitForTurn(pending);
  unsigned char before[maxWhole];
  for (std::uint32_t at = 0; at < size; at += 8)
    rawStore(word(before) + at, contentLeft(range, at, std::min(size - at, 8u)), std::min(size - at, 8u));
  RevisitRecord& record =
      memoryRecord(REVISIT_STORE, range.begin, size, 0, REVISIT_FLAG_EVENT | REVISIT_FLAG_SERVICE | flags);
  if (staysOver)
    record.extra = static_cast<std::uint32_t>(Lifetime::Ends);
  else
    lifeOf(range) = LocationLife::Stored;
  recordWhole(record, range, before);
  noteContent(range);
  g_runtime.stores++;
  g_runtime.changes++;
}

// Handles memory that changed without a hook call. The thread that notices it records a write, so that the graph can
// explain the execution. The write is reported.
void adoptHiddenWrite(std::uint64_t address) {
  const RevisitRange* range = locationAt(address);
  if (range == nullptr || range->end - range->begin > maxWhole || isAsLeft(*range))
    return;
  // If a frame of uninstrumented code, or the arguments of a call, lie where a variable of the thread was, the lifetime
  // of that variable stays over.
  const bool isOver = lifeOf(*range) == LocationLife::Over;
  if (isOver && !isOwned(address))
    return;
  if (replaying() && !expectsWrite(me().slot, range->begin))
    return; // a debugger changed it; the read value now differs, and that is reported
  recordFound(*range, isOver, REVISIT_FLAG_HIDDEN);
}

// The end of a piece of a bulk copy: at 8-byte steps of the target and at every bound of a shared location.
std::uint64_t pieceAfter(std::uint64_t to, std::uint64_t from, std::uint64_t at, std::uint64_t bytes) {
  const std::uint64_t step = std::min(bytes, ((to + at) / 8 + 1) * 8 - to);
  const std::uint64_t target = nextBound(to + at, to + step) - to;
  return nextBound(from + at, from + target) - from;
}

std::uint64_t pieceBefore(std::uint64_t to, std::uint64_t from, std::uint64_t at) {
  const std::uint64_t aligned = (to + at - 1) / 8 * 8;
  const std::uint64_t step = aligned > to ? aligned - to : 0;
  const std::uint64_t target = previousBound(to + at, to + step) - to;
  return previousBound(from + at, from + target) - from;
}

} // namespace

void shareNextTime(std::uint64_t address, std::uint64_t size) {
  RevisitRecord& record = emit(REVISIT_MORTAL);
  record.address = address;
  record.before = size;
  record.op = REVISIT_MORTAL_BLANK;
}

// Memory counts as shared once two threads have touched it.
void need(std::uint64_t word) {
  if (isNeeded(word))
    return;
  recordedLoad(word, 8, static_cast<std::uint32_t>(MemoryOrder::Relaxed), REVISIT_FLAG_SERVICE);
  shareNextTime(word, 8);
}

void adoptContent(std::uint64_t begin, std::uint64_t end) {
  for (const RevisitRange* range = rangeAbove(begin); range != rangesEnd() && range->begin < end; range++)
    if (range->begin >= begin && range->end <= end && range->end - range->begin <= maxWhole)
      recordFound(*range, false, 0);
}

void requireOwnMemory(std::uint64_t address, std::uint64_t bytes) {
  const auto touches = [&](std::uint64_t begin, std::uint64_t end) { return address < end && address + bytes > begin; };
  if (touches(REVISIT_CHANNEL_ADDRESS, REVISIT_CHANNEL_ADDRESS + sizeof(RevisitChannel)) ||
      touches(REVISIT_SERVICES_ADDRESS, REVISIT_SERVICES_ADDRESS + REVISIT_SERVICES_BYTES) ||
      touches(g_runtime.dataBegin, g_runtime.dataEnd))
    fail(ErrorKind::Signal, "invalid memory access: this memory is not the program's", address);
}

void noteStore(std::uint64_t address, std::uint64_t size, unsigned flags, bool isChange) {
  g_runtime.stores++;
  g_runtime.changes += isChange ? 1 : 0;
  if (lifeIn(flags) == REVISIT_FLAG_OVER)
    failOver(address);
  const RevisitRange* range = (flags & REVISIT_FLAG_EVENT) != 0 ? locationAt(address) : nullptr;
  if ((flags & inPast) != 0)
    return;
  if (range != nullptr) {
    noteContent(*range);
    lifeOf(*range) = LocationLife::Stored;
  }
  if ((flags & REVISIT_FLAG_EVENT) == 0)
    noteOwnStore(address, size);
  noteStoredObject(address, size);
  noteStored(address, size);
  noteObjectStore(address, size);
}

std::uint64_t placeOf(std::uint64_t address, unsigned flags) {
  if ((flags & inPast) != 0)
    return word(g_past) + (address - locationAt(address)->begin);
  if (lifeIn(flags) != REVISIT_FLAG_OVER)
    return address;
  const RevisitRange& range = *locationAt(address);
  const unsigned char* kept = keptContent(range);
  return kept == nullptr ? address : word(kept) + (address - range.begin);
}

void noteUpdate(std::uint64_t address, std::uint64_t size, unsigned flags) {
  me().awaitChanged = true;
  me().updates++;
  noteStore(address, size, flags);
}

unsigned reachAccess(LabelKind kind, std::uint64_t address, std::uint64_t size, std::uint32_t order, unsigned flags) {
  const bool isPrivate = isKnownPrivate(address, size);
  if (!isPrivate && isForeign(address))
    return flags | REVISIT_FLAG_FOREIGN;
  const bool reads = kind != LabelKind::Write;
  const bool needsShared = reads && needsContent(address, order, flags);
  const auto found = [&](const RevisitRange* location) {
    if (location == nullptr && needsShared && inStacks(address) && !me().inBulk && holdsFresh(address, size))
      shareNextTime(address, size);
    if (location == nullptr && reads && usesObject(order, flags) && isDestroyed(address, size))
      failDestroyed(address);
    const bool needs = location != nullptr ? needsShared : reads && needsOwnContent(address, order, flags);
    return needs && isBlank(address, size, location) ? flags | REVISIT_FLAG_FRESH : flags;
  };
  if (isPrivate || !isShared(address, size))
    return !isPrivate && isErrorNumber(address) ? reachErrorNumber(kind, flags) : found(nullptr);
  openRecords();
  if (kind == LabelKind::Write)
    kind = storeKind(address, size);
  if (kind != LabelKind::Write)
    adoptHiddenWrite(address);
  Pending pending;
  pending.kind = kind;
  pending.object = address;
  pending.isPlain = (flags & REVISIT_FLAG_SERVICE) == 0;
  waitForTurn(pending);
  const RevisitRange* range = locationAt(address);
  flags |= REVISIT_FLAG_EVENT;
  if (const RevisitPlanStep* step = plannedStep(); range != nullptr && step != nullptr) {
    g_past = g_runtime.channel->keepPast != 0 ? contentForStep(*range, *step) : nullptr;
    // The memory may be in use for something else, although this access does not see that its life is over.
    if (g_past == nullptr && lifeOf(*range) == LocationLife::Over && !isOwned(address))
      g_past = keptContent(*range);
    flags |= g_past != nullptr ? inPast : 0;
    if (step->life != REVISIT_LIFE_UNTOLD)
      return flags | plannedFlag(step->life);
  }
  if (range != nullptr && lifeOf(*range) == LocationLife::Over && !isOwned(address))
    return flags | REVISIT_FLAG_OVER;
  if (range != nullptr && lifeOf(*range) == LocationLife::Destroyed &&
      seesDestroyed(lifetimeSeen(reads, address, order, flags, range)))
    return flags | REVISIT_FLAG_DESTROYED;
  return found(range);
}

RevisitRecord& memoryRecord(RevisitRecordKind kind, std::uint64_t address, std::uint32_t size, std::uint32_t order,
                            unsigned flags) {
  const std::uint32_t chain = chainHere();
  RevisitRecord& record = emit(kind);
  record.address = address;
  record.size = static_cast<std::uint8_t>(size);
  record.order = static_cast<std::uint8_t>(order);
  record.flags = static_cast<std::uint8_t>(flags);
  record.chain = chain;
  if ((flags & REVISIT_FLAG_EVENT) == 0 || kind == REVISIT_FENCE)
    return record;
  record.extra =
      static_cast<std::uint32_t>(lifetimeSeen(kind != REVISIT_STORE, address, order, flags, locationAt(address)));
  if ((flags & inPast) != 0)
    record.extra |= plannedStep()->back << 8;
  return record;
}

void recordWhole(RevisitRecord& record, const RevisitRange& range, const unsigned char* before) {
  const auto size = static_cast<std::uint32_t>(range.end - range.begin);
  record.before = rawLoad(word(before), std::min(size, 8u));
  record.after = rawLoad(range.begin, std::min(size, 8u));
  for (std::uint32_t at = 8; at < size; at += 8) {
    const std::uint32_t piece = std::min(size - at, 8u);
    RevisitRecord& wide = emit(REVISIT_WIDE);
    wide.address = at;
    wide.size = static_cast<std::uint8_t>(piece);
    wide.before = rawLoad(word(before) + at, piece);
    wide.after = rawLoad(range.begin + at, piece);
  }
}

void noteRead(std::uint64_t address, std::uint32_t size, unsigned flags) {
  if (lifeIn(flags) == REVISIT_FLAG_OVER)
    failOver(address);
  if (lifeIn(flags) == REVISIT_FLAG_DESTROYED && !me().inBulk)
    failDestroyed(address);
  if (lifeIn(flags) == REVISIT_FLAG_FRESH && !me().inBulk && (flags & copiesOnly) == 0)
    failUninitialised(address);
  Thread& self = me();
  const bool event = (flags & REVISIT_FLAG_EVENT) != 0;
  self.sharedReads += event ? 1 : 0;
  // Only the thread itself changes unshared memory on its own stack: local variables of the loop's body.
  if (!self.inAwait || (!event && address >= stackBottom(self.slot) && address < stackTop(self.slot)))
    return;
  self.awaitShared |= event;
  for (std::uint32_t at = 0; at < size; at += 8) {
    if (self.awaitReads == maxAwaitReads) {
      self.awaitOverflow = true;
      return;
    }
    const std::uint32_t piece = std::min(size - at, 8u);
    self.awaitRead[self.awaitReads++] = {address + at, rawLoad(placeOf(address, flags) + at, piece), piece};
  }
}

std::uint64_t recordedLoad(std::uint64_t address, std::uint32_t size, std::uint32_t order, unsigned flags) {
  if (usesOwn(address, size)) {
    me().carried = 0;
    return rawLoad(address, size);
  }
  flags = reachAccess(LabelKind::Read, address, size, order, flags);
  const std::uint64_t value = rawLoad(placeOf(address, flags), size);
  observeEvent(value, flags);
  if (!summarise(address, size, &value, flags)) {
    RevisitRecord& record = memoryRecord(REVISIT_LOAD, address, size, order, flags);
    record.before = value;
    record.after = value;
    record.failure = (order & REVISIT_ORDER_VOLATILE) != 0 ? REVISIT_VOLATILE : 0;
  }
  if ((order & REVISIT_ORDER_COPIES) != 0) {
    me().carried = lifeIn(flags) == REVISIT_FLAG_FRESH ? noteCopiedFrom(address) : 0;
    flags |= copiesOnly;
  }
  noteRead(address, size, flags);
  return value;
}

void recordedStore(std::uint64_t address, std::uint64_t value, std::uint32_t size, std::uint32_t order,
                   unsigned flags) {
  if (usesOwn(address, size))
    return rawStore(address, value, size);
  flags = reachAccess(LabelKind::Write, address, size, order, flags);
  const std::uint64_t place = placeOf(address, flags);
  const std::uint64_t old = rawLoad(place, size);
  const bool isUninitialised = (order & REVISIT_ORDER_UNINITIALISED) != 0;
  // Also where a sign or zeros were added to the value.
  rawStore(place, isUninitialised ? 0x0101010101010101ull * REVISIT_FRESH_BYTE : value, size);
  const std::uint64_t fresh = rawLoad(place, size);
  if (!summarise(address, size, nullptr, flags)) {
    RevisitRecord& record = memoryRecord(REVISIT_STORE, address, size, order, flags);
    record.before = old;
    record.after = fresh;
    record.failure = static_cast<std::uint8_t>((isUninitialised ? REVISIT_UNINITIALISED : 0) |
                                               ((order & REVISIT_ORDER_VOLATILE) != 0 ? REVISIT_VOLATILE : 0));
  }
  const RevisitRange* const range = (flags & REVISIT_FLAG_EVENT) != 0 ? locationAt(address) : nullptr;
  const bool wasBlank = range != nullptr && lifeOf(*range) == LocationLife::Begun;
  noteStore(address, size, flags, fresh != old);
  if (isUninitialised && (flags & inPast) == 0)
    noteCopiedTo(address, size, order, range, wasBlank);
}

std::uint64_t recordedRmw(std::uint64_t address, std::uint64_t operand, std::uint32_t size, std::uint32_t order,
                          RmwOp op, unsigned flags) {
  if (usesOwn(address, size)) {
    const std::uint64_t found = rawLoad(address, size);
    rawStore(address, applyRmw(op, found, operand, size), size);
    return found;
  }
  flags = reachAccess(LabelKind::Rmw, address, size, order, flags);
  const std::uint64_t place = placeOf(address, flags);
  const std::uint64_t old = rawLoad(place, size);
  observeEvent(old, flags);
  rawStore(place, applyRmw(op, old, operand, size), size);
  const std::uint64_t fresh = rawLoad(place, size);
  if (!summarise(address, size, &old, flags)) {
    RevisitRecord& record = memoryRecord(REVISIT_RMW, address, size, order, flags);
    record.failure = repeatsBit();
    if ((order & REVISIT_ORDER_BLIND) != 0 && g_runtime.channel->blindUpdates != 0)
      record.failure |= REVISIT_BLIND;
    if ((order & REVISIT_ORDER_UNLESS_SAME) != 0)
      record.failure = REVISIT_UNLESS_SAME; // what the loops around it do makes no difference
    record.op = static_cast<std::uint8_t>(op);
    record.before = old;
    record.after = fresh;
    record.extra64 = operand;
  }
  if (fresh != old)
    noteUpdate(address, size, flags);
  noteRead(address, size, flags);
  return old;
}

void recordedCopy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes, unsigned flags) {
  if (isOfChild(to) && isOfChild(from)) {
    noteInherited(to, bytes, true);
    noteInherited(from, bytes, true);
    __builtin_memmove(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes);
    return;
  }
  beginBulk(REVISIT_COPY, to, from, bytes, flags);
  const auto move = [&](std::uint64_t at, std::uint64_t end) {
    const auto size = static_cast<std::uint32_t>(end - at);
    if (isInChild())
      return recordedStore(to + at, recordedLoad(from + at, size, 0, flags), size, 0, flags);
    std::uint8_t fresh = freshBytes(from + at, size);
    const std::uint64_t value = recordedLoad(from + at, size, 0, flags);
    if (const RevisitRange* range = locationAt(from + at); range != nullptr)
      fresh = isBlank(from + at, size, range) ? 0xff : 0;
    const auto whole = static_cast<std::uint8_t>((1u << size) - 1);
    fresh &= whole;
    const bool inHeap = startsFresh(to + at);
    recordedStore(to + at, value, size, inHeap && fresh == whole ? std::uint32_t{REVISIT_ORDER_UNINITIALISED} : 0u,
                  flags);
    if (inHeap || fresh == whole) // elsewhere, padding is not worth a note
      noteFreshBytes(to + at, fresh);
  };
  if (to > from && to < from + bytes) {
    for (std::uint64_t end = bytes; end > 0;) {
      const std::uint64_t at = pieceBefore(to, from, end);
      move(at, end);
      end = at;
    }
  } else {
    for (std::uint64_t at = 0; at < bytes;) {
      const std::uint64_t end = pieceAfter(to, from, at, bytes);
      move(at, end);
      at = end;
    }
  }
  endBulk(flags);
}

void recordedFill(std::uint64_t to, std::uint8_t byte, std::uint64_t bytes, unsigned flags) {
  if (usesOwn(to, bytes, true)) {
    __builtin_memset(reinterpret_cast<void*>(to), byte, bytes);
    return;
  }
  if (bytes > wholeFrom && !summarises() && !isForeign(to) && !isShared(to, bytes)) {
    RevisitRecord& begin = emit(REVISIT_FILL);
    begin.address = to;
    begin.before = byte;
    begin.extra64 = bytes;
    begin.flags = static_cast<std::uint8_t>(flags);
    begin.op = 1;
    __builtin_memset(reinterpret_cast<void*>(to), byte, bytes);
    noteStore(to, bytes, 0);
    emit(REVISIT_COPY_END).flags = static_cast<std::uint8_t>(flags);
    return;
  }
  beginBulk(REVISIT_FILL, to, byte, bytes, flags);
  for (std::uint64_t at = 0; at < bytes;) {
    const std::uint64_t end = pieceAfter(to, to, at, bytes);
    recordedStore(to + at, byte * 0x0101010101010101ull, static_cast<std::uint32_t>(end - at), 0, flags);
    at = end;
  }
  endBulk(flags);
}

void serviceStore(std::uint64_t address, std::uint64_t value, std::uint32_t size) {
  if (!exploring())
    return rawStore(address, value, size);
  requireValid(address, size, true);
  recordedStore(address, value, size, 0, REVISIT_FLAG_SERVICE);
}

} // namespace revisit::runtime
