// Equal values get equal numbers, from 0 on.
#pragma once

#include "base/index_table.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace revisit {

template <class Id, class T> class Interner {
public:
  Interner() = default;
  Interner(Interner&&) = default; // the values stay where they are
  Interner& operator=(Interner&&) = default;

  // O(log values).
  Id of(T value) {
    const auto [known, isNew] = m_ids.try_emplace(std::move(value));
    if (isNew) {
      known->second = Id(static_cast<std::uint32_t>(m_values.size()));
      m_values.push_back(&known->first);
    }
    return known->second;
  }
  // Requires a number that of() gave. Valid until clear().
  const T& operator[](Id id) const { return *m_values[id.value()]; }
  std::size_t size() const { return m_values.size(); }
  void clear() {
    m_ids.clear();
    m_values.clear();
  }

private:
  std::map<T, Id> m_ids;
  std::vector<const T*> m_values;
};

// The same for values that have a hash, Hash()(value).
template <class Id, class T, class Hash> class HashedInterner {
public:
  // O(1) expected.
  Id of(const T& value) {
    const auto next = static_cast<std::uint32_t>(m_values.size());
    const std::uint32_t known = m_table.findOrAdd(
        Hash()(value), next, [&](std::uint32_t at) { return m_values[at] == value; },
        [this](std::uint32_t at) { return Hash()(m_values[at]); });
    if (known == next)
      m_values.push_back(value);
    return Id(known);
  }
  // Requires a number that of() gave. Valid until the next one.
  const T& operator[](Id id) const { return m_values[id.value()]; }
  std::size_t size() const { return m_values.size(); }
  void clear() {
    m_table.clear();
    m_values.clear();
  }
  std::size_t bytes() const { return m_table.bytes(); } // without the values

private:
  IndexTable m_table;
  std::vector<T> m_values;
};

} // namespace revisit
