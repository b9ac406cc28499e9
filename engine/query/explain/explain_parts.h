// The parts of explain.h, one per kind of event, and their shared formatting functions. Stateless.
#pragma once

#include "query/explain/explain.h"

#include <initializer_list>

namespace revisit::explain {

// "(1,3) W x = 1 at main.c:20"
std::string mention(const Timeline& timeline, EventNumber number);
// "reads from (1,3) W x = 1 at main.c:20", "reads the initial value of x".
std::string sourceText(const Timeline& timeline, EventNumber number);
// "T1 a, T2 b and T3 c"
std::string listText(const std::vector<std::string>& items);

// The writes that produced the content of the range at the position, and whether some bytes still have their initial
// value.
struct Content {
  std::vector<EventNumber> writes; // by coherence
  bool hasInitial = false;
};
// O(answer * log n).
Content contentOf(const Timeline& timeline, const ByteRange& range, SchedulePosition position);

// Of a read under a weak memory model: why it could read from this older write too, or which cycle forbids that. The
// write was done before the read, and is coherence-older than the one that it reads from; nothing: the initial value.
// Requires that the witness says what the read could read from.
Reason olderWrite(const Timeline& timeline, EventNumber read, std::optional<EventNumber> write);
// Reads, writes, updates.
Explanation whyMemory(const Timeline& timeline, EventNumber number);
// Operations on synchronisation objects.
Explanation whyObject(const Timeline& timeline, EventNumber number);
// A deadlock or livelock at the end.
Explanation whyStuck(const Timeline& timeline);

} // namespace revisit::explain
