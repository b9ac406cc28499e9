// Which critical sections of a mutex are ordered with each other, as the executions so far have shown. A section is the
// n-th lock of a mutex by its thread. Sections that were never in conflict have chains of their own; a conflict joins
// two chains for good.
#pragma once

#include "base/ids.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

namespace revisit {

class SectionChains {
public:
  // The chain of the section that this lock begins, from 1 on. A new section gets a new chain. O(log sections).
  std::uint32_t chainOf(ObjectId mutex, ThreadId thread, std::uint32_t lock) {
    Mutex& sections = m_mutexes[mutex];
    const auto next = static_cast<std::uint32_t>(sections.joinedTo.size());
    const auto [entry, isNew] = sections.numbers.try_emplace({thread.value(), lock}, next);
    if (isNew)
      sections.joinedTo.push_back(next);
    return sections.joinedTo[entry->second] + 1;
  }
  // From now on the two chains of the mutex are one. Whether they were not yet. O(sections).
  bool join(ObjectId mutex, std::uint32_t one, std::uint32_t other) {
    if (one == other)
      return false;
    for (std::uint32_t& chain : m_mutexes[mutex].joinedTo)
      if (chain == std::max(one, other) - 1)
        chain = std::min(one, other) - 1;
    return true;
  }

private:
  struct Mutex {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> numbers; // of sections, by thread and lock
    std::vector<std::uint32_t> joinedTo; // by section: the first section of its chain
  };
  std::unordered_map<ObjectId, Mutex> m_mutexes;
};

} // namespace revisit
