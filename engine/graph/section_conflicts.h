// Which critical sections of a mutex are ordered with each other (explore/reductions/free_sections.h). A section is the
// n-th lock of a mutex by its thread; the sections of a mutex have numbers from 1 on.
#pragma once

#include "base/ids.h"

#include <algorithm>
#include <compare>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

namespace revisit {

struct SectionName {
  std::uint32_t thread = 0, lock = 0; // a ThreadId's value; the how-manieth lock of that thread, from 1 on
  friend auto operator<=>(const SectionName&, const SectionName&) = default;
};

class SectionConflicts {
public:
  struct Conflict {
    ObjectId mutex;
    SectionName one, other; // in any order
  };

  // The number of the section that this lock begins. A new section has no conflicts. O(log sections).
  std::uint32_t numberOf(ObjectId mutex, ThreadId thread, std::uint32_t lock) {
    Mutex& sections = m_mutexes[mutex];
    const auto next = static_cast<std::uint32_t>(sections.conflicts.size() + 1);
    const SectionName name{thread.value(), lock};
    const auto [entry, isNew] = sections.numbers.try_emplace(name, next);
    if (isNew) {
      sections.names.push_back(name);
      sections.conflicts.emplace_back();
    }
    return entry->second;
  }
  // Requires that numberOf() gave that number for the mutex.
  const SectionName& nameOf(ObjectId mutex, std::uint32_t number) const {
    return m_mutexes.at(mutex).names[number - 1];
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
    m_count++;
    return true;
  }
  std::size_t count() const { return m_count; }

  // The same by names.
  bool add(const Conflict& conflict) {
    const auto numberOfOne = [&](const SectionName& name) {
      return numberOf(conflict.mutex, ThreadId(name.thread), name.lock);
    };
    return add(conflict.mutex, numberOfOne(conflict.one), numberOfOne(conflict.other));
  }
  bool has(const Conflict& conflict) const {
    const auto found = m_mutexes.find(conflict.mutex);
    if (found == m_mutexes.end())
      return false;
    const auto& numbers = found->second.numbers;
    const auto one = numbers.find(conflict.one), other = numbers.find(conflict.other);
    return one != numbers.end() && other != numbers.end() && areOrdered(conflict.mutex, one->second, other->second);
  }

  // All that were added, each once, with the smaller name first. O(sections^2).
  std::vector<Conflict> all() const {
    std::vector<Conflict> all;
    for (const auto& [mutex, sections] : m_mutexes)
      for (std::size_t i = 0; i < sections.conflicts.size(); i++)
        for (std::size_t j = 0; j < sections.conflicts[i].size(); j++)
          if (sections.conflicts[i][j] && sections.names[i] < sections.names[j])
            all.push_back({mutex, sections.names[i], sections.names[j]});
    return all;
  }

private:
  struct Mutex {
    std::map<SectionName, std::uint32_t> numbers;
    std::vector<SectionName> names;           // by number - 1
    std::vector<std::vector<bool>> conflicts; // by number - 1, both ways
  };
  std::unordered_map<ObjectId, Mutex> m_mutexes;
  std::size_t m_count = 0; // of pairs that are ordered
};

} // namespace revisit
