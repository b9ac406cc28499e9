// What all patterns of one execution share: who holds which lock when, and what orders events for another reason than
// the turns that threads took at locks. Built once, then read-only.
#pragma once

#include "query/explain/patterns/held_locks.h"

namespace revisit::patterns {

class Evidence {
public:
  explicit Evidence(const Timeline& timeline);

  const Timeline& timeline() const { return m_timeline; }
  const HeldLocks& locks() const { return m_locks; }

  // `first` comes before `second` in every execution that does the same but takes its locks in other turns: by program
  // order, creation and join, operations on objects other than locks, and reads that no lock protects. So false means
  // that the two are concurrent, up to locks. Strict. O(1).
  bool isOrdered(EventNumber first, EventNumber second) const { return m_order(first, second); }
  // The same, not counting what `second` itself reads from.
  bool isOrderedBefore(EventNumber first, EventNumber second) const;

private:
  const Timeline& m_timeline;
  HeldLocks m_locks;
  CausalOrder m_order;
};

// The headline with " (m was released in between)" behind it, without the lock's name where the line would be too long.
std::string withReleased(const Timeline& timeline, const std::string& headline, const HeldLock& lock);
// The same where the thread of the two events holds a lock at both, but not all the time. Else the headline alone.
std::string withReleased(const Evidence& evidence, const std::string& headline, EventNumber first, EventNumber second);

} // namespace revisit::patterns
