#include "runtime/life/lifetimes.h"

#include "runtime/memory/access.h"
#include "runtime/memory/known_content.h"
#include "runtime/memory/past_content.h"
#include "runtime/processes/processes.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/sync/object_table.h"
#include "runtime/trace/recorder.h"

#include <algorithm>

namespace revisit::runtime {

namespace {

constexpr std::uint8_t endedByte = 0xdd; // fills memory whose lifetime is over

LocationLife g_lives[REVISIT_MAX_RANGES];

// A store to the whole location that ends its lifetime or begins a new one. The bytes between `begin` and `end` are set
// to `byte`.
void recordLife(const RevisitRange& range, std::uint64_t begin, std::uint64_t end, Lifetime lifetime, std::uint8_t byte,
                std::uint32_t chain = 0) {
  const auto size = static_cast<std::uint32_t>(range.end - range.begin);
  Pending pending;
  pending.kind = LabelKind::Write;
  pending.object = range.begin;
  waitForTurn(pending);
  if (const RevisitPlanStep* step = plannedStep(); step != nullptr && g_runtime.channel->keepPast != 0)
    contentForStep(range, *step);
  unsigned char before[maxWhole];
  __builtin_memcpy(before, reinterpret_cast<const void*>(range.begin), size);
  begin = std::max(begin, range.begin);
  __builtin_memset(reinterpret_cast<void*>(begin), byte, std::min(end, range.end) - begin);
  RevisitRecord& record = memoryRecord(REVISIT_STORE, range.begin, size, 0, REVISIT_FLAG_EVENT | REVISIT_FLAG_SERVICE);
  record.extra = static_cast<std::uint32_t>(lifetime);
  if (chain != 0)
    record.chain = chain;
  recordWhole(record, range, before);
  noteContent(range);
  g_runtime.stores++;
  g_runtime.changes++;
  lifeOf(range) = lifetime == Lifetime::Ends     ? LocationLife::Over
                  : lifetime == Lifetime::Begins ? LocationLife::Begun
                                                 : LocationLife::Destroyed;
}

template <class F> void forEachEnding(const EndingMemory& memory, F&& f) {
  const auto& [bounds, around] = memory;
  for (const RevisitRange* range = rangeAbove(bounds.begin); range != rangesEnd() && range->begin < bounds.end; range++)
    if (range->begin >= around.begin && range->end <= around.end)
      f(*range);
}

} // namespace

LocationLife& lifeOf(const RevisitRange& location) {
  return g_lives[&location - g_runtime.channel->ranges];
}

void noteMortal(const EndingMemory& memory) {
  const auto& [begin, end] = memory.bounds;
  if (mayHoldObjects(begin, end)) {
    RevisitRecord& record = emit(REVISIT_MORTAL);
    record.address = begin;
    record.before = end - begin;
    record.op = REVISIT_MORTAL_OBJECTS;
  }
  forEachEnding(memory, [](const RevisitRange& range) {
    if (range.mortal != 0 || range.end - range.begin > maxWhole)
      return;
    RevisitRecord& record = emit(REVISIT_MORTAL);
    record.address = range.begin;
    record.before = range.end - range.begin;
  });
}

void endLife(const EndingMemory& memory) {
  forEachEnding(memory, [&](const RevisitRange& range) {
    if (range.mortal != 0)
      recordLife(range, memory.bounds.begin, memory.bounds.end, Lifetime::Ends, endedByte);
  });
}

void destroyLife(const EndingMemory& memory, std::uint32_t chain) {
  forEachEnding(memory, [&](const RevisitRange& range) {
    if (range.mortal != 0)
      recordLife(range, memory.bounds.begin, memory.bounds.end, Lifetime::Destroys, REVISIT_FRESH_BYTE, chain);
  });
}

// Only the thread itself ends or begins lifetimes on its stack, so that it knows which of them are over.
void endLeftVariables(std::uint64_t begin, std::uint64_t end) {
  if (g_runtime.channel->allAccesses != 0 || begin >= end || !noting())
    return;
  endObjects(begin, end);
  const EndingMemory memory = {.bounds = {begin, end}, .around = {begin, end}};
  noteMortal(memory);
  forEachEnding(memory, [&](const RevisitRange& range) {
    if (range.mortal != 0 && lifeOf(range) != LocationLife::Over)
      recordLife(range, begin, end, Lifetime::Ends, endedByte);
  });
}

// Includes locations that only partly lie in the range, because in another execution other variables had that memory.
// Includes locations whose lifetime is not over, because the memory may have held something other than a variable.
void beginLife(std::uint64_t begin, std::uint64_t end, std::uint8_t byte) {
  for (const RevisitRange* range = rangeAbove(begin); range != rangesEnd() && range->begin < end; range++)
    if (range->mortal != 0)
      recordLife(*range, begin, end, Lifetime::Begins, byte);
}

void makeLocal(std::uint64_t begin, std::uint64_t end) {
  __builtin_memset(reinterpret_cast<void*>(begin), REVISIT_FRESH_BYTE, end - begin);
  for (const RevisitRange* range = rangeAbove(begin); range != rangesEnd() && range->begin < end; range++) {
    const std::uint64_t from = std::max(begin, range->begin);
    const unsigned char* content = keptContent(*range);
    if (content != nullptr)
      __builtin_memcpy(reinterpret_cast<void*>(from), content + (from - range->begin),
                       std::min(end, range->end) - from);
  }
}

} // namespace revisit::runtime
