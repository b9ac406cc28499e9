// Equal values get equal numbers, from 0 on.
#pragma once

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

} // namespace revisit
