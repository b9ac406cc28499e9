// The parts of explain.h, one per kind of event, and their shared formatting functions. Stateless.
#pragma once

#include "query/explain/explain.h"
#include "query/timeline/synchronization.h"

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

// Of a read under a weak memory model, whose witness says what it could read from: which older values it could have.
class OlderValues {
public:
  // O(events + the lengths of the release sequences).
  OlderValues(const Timeline& timeline, EventNumber read);
  // Why the read could read from this write too, or which cycle forbids that. The write was done before the read, and
  // is coherence-older than the one that it reads from; nothing: the initial value.
  Reason reason(std::optional<EventNumber> write) const;
  // Whether it could read from some write that is coherence-older than its source, or the initial value.
  bool isAnyReadable() const;

private:
  const Timeline& m_timeline;
  EventNumber m_read;
  std::vector<std::optional<EventNumber>> m_readable;
  std::vector<SynchronizingPair> m_pairs;
};
// Reads, writes, updates.
Explanation whyMemory(const Timeline& timeline, EventNumber number);
// Operations on synchronisation objects.
Explanation whyObject(const Timeline& timeline, EventNumber number);
// A deadlock or livelock at the end.
Explanation whyStuck(const Timeline& timeline);

} // namespace revisit::explain
