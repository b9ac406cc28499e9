#include "target/mortal_objects.h"

#include <algorithm>

namespace revisit {

namespace {

ObjectOp destructionOf(ObjectOp operation) {
  if (operation <= ObjectOp::MutexDestroy)
    return ObjectOp::MutexDestroy;
  if (operation <= ObjectOp::SemDestroy)
    return ObjectOp::SemDestroy;
  if (operation <= ObjectOp::CondDestroy)
    return ObjectOp::CondDestroy;
  return operation <= ObjectOp::RwlockDestroy ? ObjectOp::RwlockDestroy : ObjectOp::BarrierDestroy;
}

bool hasDestruction(ObjectOp operation) {
  return operation < ObjectOp::OnceInit || operation > ObjectOp::OnceAbort;
}

} // namespace

void MortalObjects::use(std::uint64_t address, ObjectOp operation, std::uint16_t thread) {
  if (!hasDestruction(operation))
    return;
  const auto [it, isNew] = m_uses.try_emplace(address, Use{destructionOf(operation), thread});
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
