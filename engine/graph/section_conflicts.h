// Which critical sections of a mutex are ordered with each other (explore/reductions/free_sections.h). A section is the
// n-th lock of a mutex by its thread; the sections of a mutex have numbers from 1 on.
#pragma once

#include "base/ids.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

namespace revisit {

class SectionConflicts {
public:
  // The number of the section that this lock begins. A new section has no conflicts. O(log sections).
  std::uint32_t numberOf(ObjectId mutex, ThreadId thread, std::uint32_t lock) {
    Mutex& sections = m_mutexes[mutex];
    const auto next = static_cast<std::uint32_t>(sections.conflicts.size() + 1);
    const auto [entry, isNew] = sections.numbers.try_emplace({thread.value(), lock}, next);
    if (isNew)
      sections.conflicts.emplace_back();
    return entry->second;
  }
  // Whether the two sections are ordered. A section is ordered with itself.
  bool areOrdered(ObjectId mutex, std::uint32_t one, std::uint32_t other) const {
    if (one == other)
      return true;
    const auto found = m_mutexes.find(mutex);
    if (found == m_mutexes.end() || one > found->second.conflicts.size())
      return false;
    const std::vector<bool>& row = found->second.conflicts[one - 1];
    return other <= row.size() && row[other - 1];
  }
  // From now on the two are ordered. Whether they were not.
  bool add(ObjectId mutex, std::uint32_t one, std::uint32_t other) {
    if (areOrdered(mutex, one, other))
      return false;
    std::vector<std::vector<bool>>& rows = m_mutexes[mutex].conflicts;
    for (const auto& [row, column] : {std::pair(one, other), std::pair(other, one)}) {
      std::vector<bool>& conflicts = rows[row - 1];
      conflicts.resize(std::max<std::size_t>(conflicts.size(), column));
      conflicts[column - 1] = true;
    }
    return true;
  }

private:
  struct Mutex {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> numbers; // by thread and lock
    std::vector<std::vector<bool>> conflicts;                                 // by number - 1, both ways
  };
  std::unordered_map<ObjectId, Mutex> m_mutexes;
};

} // namespace revisit
