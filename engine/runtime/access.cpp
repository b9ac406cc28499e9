#include "runtime/access.h"

#include "runtime/abi/services.h"
#include "runtime/carrier.h"
#include "runtime/known_content.h"
#include "runtime/own_objects.h"
#include "runtime/raw.h"
#include "runtime/recorder.h"
#include "runtime/replay.h"
#include "runtime/rmw.h"
#include "runtime/scheduler.h"

#include <algorithm>

namespace revisit::runtime {

namespace {

constexpr std::uint64_t wholeFrom = 4096; // bytes above which a fill of memory that nobody shares is one record
constexpr std::uint64_t maxWhole = 255;   // a record's size field
// What memory holds whose life is over, and whose new life has just begun.
constexpr std::uint8_t endedByte = 0xdd;
constexpr std::uint8_t begunByte = 0xcd;

bool g_over[REVISIT_MAX_RANGES]; // the life of this location is over

// The first shared location that ends above the address.
const RevisitRange* rangeAbove(std::uint64_t address) {
  const RevisitChannel& channel = *g_runtime.channel;
  return std::upper_bound(channel.ranges, channel.ranges + channel.rangeCount, address,
                          [](std::uint64_t at, const RevisitRange& range) { return at < range.end; });
}

const RevisitRange* rangesEnd() {
  return g_runtime.channel->ranges + g_runtime.channel->rangeCount;
}

bool& isOver(const RevisitRange& range) {
  return g_over[&range - g_runtime.channel->ranges];
}

// A store into a part of a location is an update of the whole; one that sees whether the location's life is over is an
// update, too.
LabelKind storeKind(std::uint64_t address, std::uint64_t size) {
  const RevisitRange* range = rangeAbove(address);
  if (range == rangesEnd() || range->begin >= address + size)
    return LabelKind::Write;
  const bool whole = range->begin == address && range->end == address + size;
  return whole && range->mortal == 0 ? LabelKind::Write : LabelKind::Rmw;
}

// Whose own memory it is can never come too late.
Lifetime lifetimeAt(std::uint64_t address) {
  const std::uint64_t stack = REVISIT_STACK_ADDRESS + me().slot * REVISIT_STACK_STRIDE;
  return address >= stack && address < stack + REVISIT_STACK_STRIDE ? Lifetime::Owned : Lifetime::Observed;
}

// The rest of a record of a whole location, above its first eight bytes.
template <class Before> void recordWhole(RevisitRecord& record, const RevisitRange& range, Before&& before) {
  const auto size = static_cast<std::uint32_t>(range.end - range.begin);
  record.before = before(0, std::min(size, 8u));
  record.after = rawLoad(range.begin, std::min(size, 8u));
  for (std::uint32_t at = 8; at < size; at += 8) {
    const std::uint32_t piece = std::min(size - at, 8u);
    RevisitRecord& wide = emit(REVISIT_WIDE);
    wide.address = at;
    wide.size = static_cast<std::uint8_t>(piece);
    wide.before = before(at, piece);
    wide.after = rawLoad(range.begin + at, piece);
  }
}

// Memory that changed past the hooks becomes a write of the thread that finds it: the execution stays one that the
// graph can explain, and the write is reported.
void adoptHiddenWrite(std::uint64_t address) {
  const RevisitRange* range = locationAt(address);
  if (range == nullptr || range->end - range->begin > maxWhole || isOver(*range) || isAsLeft(*range))
    return;
  if (replaying() && !expectsWrite(me().slot, range->begin))
    return; // it was the debugger; what is read differs now, and that is said
  Pending pending;
  const auto size = static_cast<std::uint32_t>(range->end - range->begin);
  pending.kind = storeKind(range->begin, size);
  pending.object = range->begin;
  waitForTurn(pending);
  recordWhole(memoryRecord(REVISIT_STORE, range->begin, size, 0,
                           REVISIT_FLAG_EVENT | REVISIT_FLAG_SERVICE | REVISIT_FLAG_HIDDEN),
              *range, [&](std::uint32_t at, std::uint32_t piece) { return contentLeft(*range, at, piece); });
  noteContent(*range);
  g_runtime.stores++;
}

// A store into the whole location that ends its life or begins it anew; what lies between `begin` and `end` becomes
// `byte`.
void recordLife(const RevisitRange& range, std::uint64_t begin, std::uint64_t end, Lifetime lifetime,
                std::uint8_t byte) {
  const auto size = static_cast<std::uint32_t>(range.end - range.begin);
  Pending pending;
  pending.kind = LabelKind::Write;
  pending.object = range.begin;
  waitForTurn(pending);
  unsigned char before[maxWhole];
  __builtin_memcpy(before, reinterpret_cast<const void*>(range.begin), size);
  begin = std::max(begin, range.begin);
  __builtin_memset(reinterpret_cast<void*>(begin), byte, std::min(end, range.end) - begin);
  RevisitRecord& record = memoryRecord(REVISIT_STORE, range.begin, size, 0, REVISIT_FLAG_EVENT | REVISIT_FLAG_SERVICE);
  record.extra = static_cast<std::uint32_t>(lifetime);
  recordWhole(record, range, [&](std::uint32_t at, std::uint32_t piece) {
    std::uint64_t value = 0;
    __builtin_memcpy(&value, before + at, piece);
    return value;
  });
  noteContent(range);
  g_runtime.stores++;
  isOver(range) = lifetime == Lifetime::Ends;
}

// A piece of a bulk copy ends at 8-byte steps of the target and at every bound of a shared location.
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

const RevisitRange* locationAt(std::uint64_t address) {
  const RevisitRange* range = rangeAbove(address);
  return range != rangesEnd() && range->begin <= address ? range : nullptr;
}

void requireOwnMemory(std::uint64_t address, std::uint64_t bytes) {
  const auto touches = [&](std::uint64_t begin, std::uint64_t end) { return address < end && address + bytes > begin; };
  if (touches(REVISIT_CHANNEL_ADDRESS, REVISIT_CHANNEL_ADDRESS + sizeof(RevisitChannel)) ||
      touches(REVISIT_SERVICES_ADDRESS, REVISIT_SERVICES_ADDRESS + REVISIT_SERVICES_BYTES) ||
      touches(g_runtime.dataBegin, g_runtime.dataEnd))
    fail(ErrorKind::Signal, "invalid memory access: this memory is not the program's", address);
}

void noteStore(std::uint64_t address, unsigned flags) {
  g_runtime.stores++;
  if ((flags & REVISIT_FLAG_OVER) != 0)
    failOver(address);
  const RevisitRange* range = (flags & REVISIT_FLAG_EVENT) != 0 ? locationAt(address) : nullptr;
  if (range != nullptr) {
    noteContent(*range);
    if (range->mortal != 0 && lifetimeAt(address) == Lifetime::Owned)
      isOver(*range) = false;
  }
  noteObjectStore(address);
}

std::uint64_t placeOf(std::uint64_t address, unsigned flags) {
  if ((flags & REVISIT_FLAG_OVER) == 0)
    return address;
  const RevisitRange& range = *locationAt(address);
  const unsigned char* kept = keptContent(range);
  return kept == nullptr ? address : word(kept) + (address - range.begin);
}

void noteMortal(std::uint64_t begin, std::uint64_t end) {
  for (const RevisitRange* range = rangeAbove(begin); range != rangesEnd() && range->begin < end; range++) {
    if (range->mortal != 0 || range->begin < begin || range->end > end || range->end - range->begin > maxWhole)
      continue;
    RevisitRecord& record = emit(REVISIT_MORTAL);
    record.address = range->begin;
    record.before = range->end - range->begin;
  }
}

void endLife(std::uint64_t begin, std::uint64_t end) {
  for (const RevisitRange* range = rangeAbove(begin); range != rangesEnd() && range->begin < end; range++)
    if (range->mortal != 0 && range->begin >= begin && range->end <= end)
      recordLife(*range, begin, end, Lifetime::Ends, endedByte);
}

// Also of a location that only begins or ends there: in another execution other variables had that place. And of one
// whose life is not over: the place may have held what is no variable.
void beginLife(std::uint64_t begin, std::uint64_t end) {
  for (const RevisitRange* range = rangeAbove(begin); range != rangesEnd() && range->begin < end; range++)
    if (range->mortal != 0)
      recordLife(*range, begin, end, Lifetime::Begins, begunByte);
}

void noteUpdate(std::uint64_t address, unsigned flags) {
  me().awaitChanged = true;
  noteStore(address, flags);
}

bool isShared(std::uint64_t address, std::uint64_t size) {
  if (g_runtime.channel->allAccesses != 0)
    return true;
  const RevisitRange* range = rangeAbove(address);
  return range != rangesEnd() && range->begin < address + size;
}

std::uint64_t nextBound(std::uint64_t address, std::uint64_t limit) {
  const RevisitRange* range = rangeAbove(address);
  if (range == rangesEnd())
    return limit;
  return std::min(limit, range->begin > address ? range->begin : range->end);
}

std::uint64_t previousBound(std::uint64_t address, std::uint64_t limit) {
  const RevisitRange* range = rangeAbove(address - 1);
  if (range != rangesEnd() && range->begin < address)
    return std::max(limit, range->begin);
  if (range == g_runtime.channel->ranges)
    return limit;
  return std::max(limit, (range - 1)->end);
}

unsigned reachAccess(LabelKind kind, std::uint64_t address, std::uint64_t size) {
  if (isForeign(address))
    return REVISIT_FLAG_FOREIGN;
  if (!isShared(address, size))
    return 0;
  if (kind == LabelKind::Write)
    kind = storeKind(address, size);
  if (kind != LabelKind::Write)
    adoptHiddenWrite(address);
  Pending pending;
  pending.kind = kind;
  pending.object = address;
  waitForTurn(pending);
  const RevisitRange* range = locationAt(address);
  const bool over = range != nullptr && isOver(*range) && lifetimeAt(address) == Lifetime::Observed;
  return over ? REVISIT_FLAG_EVENT | REVISIT_FLAG_OVER : REVISIT_FLAG_EVENT;
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
  if ((flags & REVISIT_FLAG_EVENT) != 0 && kind != REVISIT_FENCE)
    record.extra = static_cast<std::uint32_t>(lifetimeAt(address));
  return record;
}

void noteRead(std::uint64_t address, std::uint32_t size, unsigned flags) {
  if ((flags & REVISIT_FLAG_OVER) != 0)
    failOver(address);
  Thread& self = me();
  const bool event = (flags & REVISIT_FLAG_EVENT) != 0;
  self.sharedReads += event ? 1 : 0;
  // What is on its own stack, and not shared, only the thread itself changes: locals of the loop's body.
  if (!self.inAwait || (!event && address >= stackBottom(self.slot) && address < stackTop(self.slot)))
    return;
  self.awaitShared |= event;
  for (std::uint32_t at = 0; at < size; at += 8) {
    if (self.awaitReads == maxAwaitReads) {
      self.awaitOverflow = true;
      return;
    }
    const std::uint32_t piece = std::min(size - at, 8u);
    self.awaitRead[self.awaitReads++] = {address + at, rawLoad(address + at, piece), piece};
  }
}

std::uint64_t recordedLoad(std::uint64_t address, std::uint32_t size, std::uint32_t order, unsigned flags) {
  flags |= reachAccess(LabelKind::Read, address, size);
  const std::uint64_t value = rawLoad(placeOf(address, flags), size);
  RevisitRecord& record = memoryRecord(REVISIT_LOAD, address, size, order, flags);
  record.before = value;
  record.after = value;
  noteRead(address, size, flags);
  return value;
}

void recordedStore(std::uint64_t address, std::uint64_t value, std::uint32_t size, std::uint32_t order,
                   unsigned flags) {
  flags |= reachAccess(LabelKind::Write, address, size);
  const std::uint64_t place = placeOf(address, flags);
  const std::uint64_t old = rawLoad(place, size);
  rawStore(place, value, size);
  RevisitRecord& record = memoryRecord(REVISIT_STORE, address, size, order, flags);
  record.before = old;
  record.after = rawLoad(place, size);
  noteStore(address, flags);
}

std::uint64_t recordedRmw(std::uint64_t address, std::uint64_t operand, std::uint32_t size, std::uint32_t order,
                          RmwOp op, unsigned flags) {
  flags |= reachAccess(LabelKind::Rmw, address, size);
  const std::uint64_t place = placeOf(address, flags);
  const std::uint64_t old = rawLoad(place, size);
  rawStore(place, applyRmw(op, old, operand, size), size);
  RevisitRecord& record = memoryRecord(REVISIT_RMW, address, size, order, flags);
  record.op = static_cast<std::uint8_t>(op);
  record.before = old;
  record.after = rawLoad(place, size);
  record.extra64 = operand;
  if (record.after != old)
    noteUpdate(address, flags);
  noteRead(address, size, flags);
  return old;
}

void recordedCopy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes, unsigned flags) {
  RevisitRecord& begin = emit(REVISIT_COPY);
  begin.address = to;
  begin.before = from;
  begin.extra64 = bytes;
  begin.flags = static_cast<std::uint8_t>(flags);
  me().inBulk = true;
  const auto move = [&](std::uint64_t at, std::uint64_t end) {
    const auto size = static_cast<std::uint32_t>(end - at);
    recordedStore(to + at, recordedLoad(from + at, size, 0, flags), size, 0, flags);
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
  me().inBulk = false;
  emit(REVISIT_COPY_END).flags = static_cast<std::uint8_t>(flags);
}

void recordedFill(std::uint64_t to, std::uint8_t byte, std::uint64_t bytes, unsigned flags) {
  RevisitRecord& begin = emit(REVISIT_FILL);
  begin.address = to;
  begin.before = byte;
  begin.extra64 = bytes;
  begin.flags = static_cast<std::uint8_t>(flags);
  if (bytes > wholeFrom && !isForeign(to) && !isShared(to, bytes)) {
    begin.op = 1;
    __builtin_memset(reinterpret_cast<void*>(to), byte, bytes);
    noteStore(to, 0);
    emit(REVISIT_COPY_END).flags = static_cast<std::uint8_t>(flags);
    return;
  }
  me().inBulk = true;
  for (std::uint64_t at = 0; at < bytes;) {
    const std::uint64_t end = pieceAfter(to, to, at, bytes);
    recordedStore(to + at, byte * 0x0101010101010101ull, static_cast<std::uint32_t>(end - at), 0, flags);
    at = end;
  }
  me().inBulk = false;
  emit(REVISIT_COPY_END).flags = static_cast<std::uint8_t>(flags);
}

void serviceStore(std::uint64_t address, std::uint64_t value, std::uint32_t size) {
  if (exploring())
    recordedStore(address, value, size, 0, REVISIT_FLAG_SERVICE);
  else
    rawStore(address, value, size);
}

} // namespace revisit::runtime
