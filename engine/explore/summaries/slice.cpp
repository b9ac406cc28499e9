#include "explore/summaries/slice.h"

#include "program/objects/objects.h"

#include <algorithm>
#include <bit>

namespace revisit {

void Slice::reset(bool isOn) {
  m_isOn = isOn && !m_isAll;
  m_hasGrown = false;
  m_accesses.clear();
  m_taken.clear();
  m_notes.clear();
}

bool Slice::insert(std::vector<bool>& set, std::uint32_t number) {
  if (number >= set.size())
    set.resize(number + 1);
  if (set[number])
    return false;
  return set[number] = true;
}

void Slice::addTo(std::vector<bool>& set, std::uint32_t number) {
  if (m_isOn && insert(set, number))
    m_hasGrown = true;
}

void Slice::addAll() {
  m_hasGrown |= m_isOn;
  m_isOn = false;
  m_isAll = true;
}

void Slice::addReadBy(ThreadId thread) {
  for (const auto& [location, known] : m_accesses)
    if ((known.readers & bitOf(thread)) != 0)
      add(location);
}

bool Slice::omits(const Label& step) const {
  if (isMemory(step.kind))
    return omits(step.location);
  return (isOperation(step, ObjectOp::MutexLock) || isOperation(step, ObjectOp::MutexUnlock)) && omits(step.object);
}

// Whether whatever other threads do is ordered with the thread's present step by creation and join. A thread that was
// joined by another one than this was so by one that was joined itself.
bool Slice::isSolitary(ThreadId thread) const {
  return std::ranges::all_of(m_product.createdThreads(),
                             [&](ThreadId other) { return other == thread || m_product.note(other) == joined; });
}

bool Slice::holds(ThreadId thread, ObjectId mutex) const {
  return m_product.object(mutex).owner == thread.value() + 1;
}

// The mutexes that the thread holds, and that no other one can hold then.
std::vector<ObjectId> Slice::locksOf(ThreadId thread) const {
  std::vector<ObjectId> locks;
  for (std::uint32_t object = 0; object < m_product.objectsUsed(); object++)
    if (isIn(m_areMutexes, object) && !isIn(m_renewed, object) && holds(thread, ObjectId(object)))
      locks.push_back(ObjectId(object));
  return locks;
}

void Slice::take(ThreadId thread, const Label& step) {
  if (!m_isOn)
    return;
  leaveSections(thread, step);
  if (isMemory(step.kind) && omits(step.location))
    access(thread, step);
  else if (isOperationOn(step, ObjectKind::Mutex))
    operate(thread, step);
}

void Slice::leaveSections(ThreadId thread, const Label& step) {
  const bool isOwn = isDecision(step.kind) || (isMemory(step.kind) && omits(step.location));
  if (isOwn)
    return;
  for (const ObjectId mutex : m_taken)
    if (holds(thread, mutex) && (step.kind != LabelKind::Object || step.object != mutex))
      add(mutex);
}

void Slice::access(ThreadId thread, const Label& step) {
  // In a waiting loop or an atomic section, or where the value decides whether it stores.
  if (step.continuesSection || step.awaits || step.awaitStart || step.inUnboundedLoop || mayOnlyRead(step) ||
      m_program.markedBlock(step.location) != 0)
    return add(step.location);
  Accesses& known = m_accesses[step.location];
  known.readers |= readsMemory(step.kind) ? bitOf(thread) : 0;
  if (isSolitary(thread))
    return;
  // Who accesses it first decides whether the memory is alive, or has content.
  if (step.lifetime != Lifetime::Observed && (step.lifetime != Lifetime::Owned || step.kind != LabelKind::Read))
    return add(step.location);
  const std::vector<ObjectId> locks = locksOf(thread);
  if (known.threads == 0)
    known.locks = locks;
  else
    std::erase_if(known.locks, [&](ObjectId lock) { return std::ranges::find(locks, lock) == locks.end(); });
  known.threads |= bitOf(thread);
  known.isPlain |= step.order == MemoryOrder::Plain;
  known.isWritten |= step.kind != LabelKind::Read;
  if (m_judgesRaces && known.isPlain && known.isWritten && !std::has_single_bit(known.threads) && known.locks.empty())
    add(step.location);
}

void Slice::operate(ThreadId thread, const Label& step) {
  insert(m_areMutexes, step.object.value());
  const bool isRenewed = isInit(step.operation) || isDestroy(step.operation);
  if (isRenewed && !isSolitary(thread)) {
    m_hasGrown |= insert(m_renewed, step.object.value());
    add(step.object);
  }
  if (!omits(step.object))
    return;
  const ObjectState& now = m_product.object(step.object);
  const bool isSection = (step.operation == ObjectOp::MutexLock && now.owner == 0) ||
                         (step.operation == ObjectOp::MutexUnlock && holds(thread, step.object));
  const bool isKnown = (isRenewed || isSection) && step.lockBatch == 0 && !step.continuesSection &&
                       applyOperation(now, thread, step.operation, step.argument).result == object_result::ok;
  if (!isKnown)
    add(step.object);
  else if (std::ranges::find(m_taken, step.object) == m_taken.end())
    m_taken.push_back(step.object);
}

void Slice::took(ThreadId thread, const Label& step, const Observation& seen) {
  if (!omits(step))
    return;
  const bool beginsSection = m_product.label(thread).continuesSection; // an atomic one, which concerns all threads
  if (isMemory(step.kind) && (beginsSection || seen.memory != MemoryLife::Alive))
    add(step.location);
  else if (!isMemory(step.kind) && beginsSection)
    add(step.object);
}

void Slice::settled() {
  if (!m_isOn)
    return;
  for (const ObjectId mutex : m_taken)
    if (m_product.object(mutex).owner != 0)
      add(mutex);
}

std::uint32_t Slice::noteOf(StateId state, std::uint64_t omittedReads) {
  if (omittedReads == 0)
    return 0;
  const auto next = static_cast<std::uint32_t>(m_notes.size()) + joined + 1;
  return m_notes.try_emplace({state, omittedReads}, next).first->second;
}

} // namespace revisit
