#include "target/mortal_objects.h"

#include "program/objects/objects.h"

#include <algorithm>
#include <utility>

namespace revisit {

void MortalObjects::use(std::uint64_t address, ObjectOp operation, std::uint16_t thread) {
  if (kindOf(operation) == ObjectKind::Handle)
    return useHandle(address, thread);
  if (operation == ObjectOp::CancelRequest || operation == ObjectOp::EndTry) {
    insert(address, operation);
    return;
  }
  if (roleOf(operation) == ObjectRole::Interrupt) // the thread need not know whether the object is still there
    return;
  if (makesWay(operation) || waitsToWrite(operation))
    useRwlock(address, makesWay(operation), thread);
  const std::optional<ObjectOp> destruction = operationWith(kindOf(operation), ObjectRole::Destroy);
  if (!destruction)
    return;
  const auto [it, isNew] = m_uses.try_emplace(address, Use{*destruction, thread});
  if (!isNew && it->second.thread != thread)
    it->second.thread = several;
}

void MortalObjects::useHandle(std::uint64_t address, std::uint16_t thread) {
  if (m_handles.try_emplace(address, thread).first->second != thread)
    insert(address, ObjectOp::HandleDetach);
}

void MortalObjects::useRwlock(std::uint64_t address, bool reads, std::uint16_t thread) {
  Sides& sides = m_rwlocks[address];
  std::vector<std::uint16_t>& own = reads ? sides.readers : sides.writers;
  if (std::ranges::find(own, thread) != own.end())
    return;
  own.push_back(thread);
  const auto isOther = [&](std::uint16_t other) { return other != thread; };
  if (std::ranges::any_of(reads ? sides.writers : sides.readers, isOther))
    insert(address | REVISIT_WRITERS_OF_LOCK, ObjectOp::RwlockTryRead);
}

void MortalObjects::free(std::uint64_t address, std::uint64_t bytes, std::uint16_t thread) {
  m_freed.insert_or_assign(address, Freed{bytes, thread});
}

bool MortalObjects::insert(std::uint64_t address, ObjectOp destruction) {
  const auto place = std::ranges::lower_bound(m_all, address, {}, &RevisitObject::address);
  const bool isKnown = place != m_all.end() && place->address == address;
  if (isKnown || m_all.size() == REVISIT_MAX_OBJECTS)
    return false;
  m_all.insert(place, {address, static_cast<std::uint64_t>(destruction)});
  return true;
}

bool MortalObjects::endWithMain(std::uint64_t address) {
  const auto use = m_uses.find(address);
  if (use == m_uses.end() || !insert(address, use->second.destruction))
    return false;
  m_told = m_all.size();
  return true;
}

bool MortalObjects::update() {
  for (const auto& [begin, freed] : m_freed)
    for (auto use = m_uses.lower_bound(begin); use != m_uses.end() && use->first < begin + freed.bytes; ++use)
      if (use->second.thread != freed.thread)
        insert(use->first, use->second.destruction);
  m_freed.clear();
  return m_all.size() != std::exchange(m_told, m_all.size());
}

void MortalObjects::join(const MemoryKnowledge& known) {
  for (const MemoryKnowledge::Used& use : known.used) {
    const auto [it, isNew] = m_uses.try_emplace(use.address, Use{static_cast<ObjectOp>(use.destruction), use.thread});
    if (!isNew && it->second.thread != use.thread)
      it->second.thread = several;
  }
  for (const MemoryKnowledge::Used& handle : known.handles)
    useHandle(handle.address, handle.thread);
  for (const MemoryKnowledge::Side& side : known.sides)
    useRwlock(side.address, side.reads, side.thread);
  for (const RevisitObject& object : known.mortalObjects)
    insert(object.address, static_cast<ObjectOp>(object.destruction));
  m_told = m_all.size();
}

void MortalObjects::tell(MemoryKnowledge& known) const {
  known.used.clear();
  for (const auto& [address, use] : m_uses)
    known.used.push_back({address, static_cast<std::uint32_t>(use.destruction), use.thread});
  known.handles.clear();
  for (const auto& [address, thread] : m_handles)
    known.handles.push_back({address, static_cast<std::uint32_t>(ObjectOp::HandleDetach), thread});
  known.sides.clear();
  for (const auto& [address, sides] : m_rwlocks)
    for (const bool reads : {true, false})
      for (const std::uint16_t thread : reads ? sides.readers : sides.writers)
        known.sides.push_back({address, reads, thread});
  known.mortalObjects = m_all;
}

void MortalObjects::restore(const std::vector<RevisitObject>& objects) {
  m_all = objects;
  m_told = m_all.size();
}

} // namespace revisit
