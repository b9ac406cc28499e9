// What shared locations held before their newest content, in coherence order, according to the trace of a run whose
// plan has stale reads or writes that land in the past. Thread rule: belongs to one worker, like its pool.
#pragma once

#include "target/content/shadow.h"

#include <map>
#include <vector>

namespace revisit {

class PastContents {
public:
  PastContents(ExpressionPool& pool, Shadow& shadow) : m_pool(pool), m_shadow(shadow) {}

  void reset() { m_contents.clear(); }
  // The content of the location that this many others follow; 0: the newest.
  Value at(const RevisitRange& location, std::uint32_t back);
  // A store has just changed the newest content, in the shadow.
  void stored(const RevisitRange& location);
  // The location as it is before the first store that is told here.
  void begin(const RevisitRange& location);
  // A store of some of its bytes lands directly after that content.
  void store(const RevisitRange& location, std::uint32_t back, std::uint64_t address, unsigned size,
             const Value& value);

private:
  static unsigned bytesOf(const RevisitRange& location) { return static_cast<unsigned>(location.end - location.begin); }

  ExpressionPool& m_pool;
  Shadow& m_shadow;
  std::map<std::uint64_t, std::vector<Value>> m_contents; // by where the location begins; the oldest first
};

} // namespace revisit
