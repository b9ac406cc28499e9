#include "target/mortal_objects.h"

#include "program/objects.h"

#include <algorithm>

namespace revisit {

void MortalObjects::use(std::uint64_t address, ObjectOp operation, std::uint16_t thread) {
  const std::optional<ObjectOp> destruction = destructionOf(operation);
  if (!destruction)
    return;
  const auto [it, isNew] = m_uses.try_emplace(address, Use{*destruction, thread});
  if (!isNew && it->second.thread != thread)
    it->second.thread = several;
}

void MortalObjects::free(std::uint64_t address, std::uint64_t bytes, std::uint16_t thread) {
  m_freed.insert_or_assign(address, Freed{bytes, thread});
}

bool MortalObjects::update() {
  const std::size_t before = m_all.size();
  for (const auto& [begin, freed] : m_freed)
    for (auto use = m_uses.lower_bound(begin); use != m_uses.end() && use->first < begin + freed.bytes; ++use) {
      const auto place = std::ranges::lower_bound(m_all, use->first, {}, &RevisitObject::address);
      const bool isKnown = place != m_all.end() && place->address == use->first;
      if (use->second.thread != freed.thread && !isKnown && m_all.size() < REVISIT_MAX_OBJECTS)
        m_all.insert(place, {use->first, static_cast<std::uint64_t>(use->second.destruction)});
    }
  m_freed.clear();
  return m_all.size() != before;
}

void MortalObjects::restore(const std::vector<RevisitObject>& objects) {
  m_all = objects;
}

} // namespace revisit
