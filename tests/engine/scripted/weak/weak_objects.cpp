#include "weak_objects.h"

#include <iterator>

namespace revisit::test {

namespace {

using Pairs = std::vector<std::pair<Source, Source>>;

// What an operation does about the happens-before relation, apart from condition variables and barriers.
enum class Role : std::uint8_t { None, Acquire, AcquireShared, Release, ReleaseShared };

bool isOneOf(ObjectOp operation, std::initializer_list<ObjectOp> list) {
  for (const ObjectOp one : list)
    if (operation == one)
      return true;
  return false;
}

class ObjectOrder {
public:
  ObjectOrder(const WeakHistory& history, const std::vector<Source>& operations)
      : m_history(history), m_operations(operations) {}

  Pairs run() {
    for (std::size_t i = 0; i < m_operations.size(); i++) {
      const WeakEvent& event = m_history.event(m_operations[i]);
      m_roles.push_back(event.outcome.misused ? Role::None : roleOf(event));
      for (std::size_t before = 0; before < i; before++)
        if (synchronise(m_roles[before], m_roles[i]))
          m_pairs.emplace_back(m_operations[before], m_operations[i]);
      if (!event.outcome.misused)
        wake(event), pass(event);
    }
    return m_pairs;
  }

private:
  static bool synchronise(Role from, Role to) {
    if (from == Role::Release)
      return to == Role::Acquire || to == Role::AcquireShared;
    return from == Role::ReleaseShared && to == Role::Acquire; // readers do not order each other
  }

  Role roleOf(const WeakEvent& event);
  void wake(const WeakEvent& event);
  void pass(const WeakEvent& event);

  const WeakHistory& m_history;
  const std::vector<Source>& m_operations;
  std::vector<Role> m_roles;
  Pairs m_pairs;
  int m_writer = -1;                              // of a read-write lock
  std::set<int> m_waiting;                        // for a condition variable
  std::map<int, Source> m_wokenBy;                // by thread
  std::uint64_t m_size = 0;                       // of a barrier
  std::vector<Source> m_round;                    // arrivals of the present round
  std::map<int, std::vector<Source>> m_lastRound; // by thread: the arrivals of its last complete round
};

Role ObjectOrder::roleOf(const WeakEvent& event) {
  const ObjectOp operation = event.step->operation;
  const bool succeeds = event.outcome.result == 0;
  if (isOneOf(operation, {ObjectOp::MutexLock, ObjectOp::MutexTryLock, ObjectOp::MutexTimedLock, ObjectOp::SemWait,
                          ObjectOp::SemTryWait, ObjectOp::SemTimedWait}))
    return succeeds ? Role::Acquire : Role::None;
  if (isOneOf(operation, {ObjectOp::MutexUnlock, ObjectOp::SemPost}))
    return succeeds ? Role::Release : Role::None;
  if (isOneOf(operation, {ObjectOp::RwlockWrite, ObjectOp::RwlockTryWrite, ObjectOp::RwlockTimedWrite})) {
    if (succeeds)
      m_writer = event.id.thread;
    return succeeds ? Role::Acquire : Role::None;
  }
  if (isOneOf(operation, {ObjectOp::RwlockRead, ObjectOp::RwlockTryRead, ObjectOp::RwlockTimedRead}))
    return succeeds ? Role::AcquireShared : Role::None;
  if (operation == ObjectOp::RwlockUnlock) {
    const bool alone = m_writer == event.id.thread;
    if (alone)
      m_writer = -1;
    return alone ? Role::Release : Role::ReleaseShared;
  }
  if (operation == ObjectOp::OnceEnter)
    return Role::Acquire; // whether the routine has run or this thread runs it
  if (isOneOf(operation, {ObjectOp::OnceLeave, ObjectOp::OnceAbort}))
    return Role::Release;
  return Role::None;
}

void ObjectOrder::wake(const WeakEvent& event) {
  const int thread = event.id.thread;
  switch (event.step->operation) {
  case ObjectOp::CondWait:
    m_waiting.insert(thread);
    break;
  case ObjectOp::CondSignal:
    if (!m_waiting.empty()) {
      const auto chosen = std::next(m_waiting.begin(), static_cast<std::ptrdiff_t>(event.outcome.number));
      m_wokenBy[*chosen] = event.id;
      m_waiting.erase(chosen);
    }
    break;
  case ObjectOp::CondBroadcast:
    for (const int waiter : m_waiting)
      m_wokenBy[waiter] = event.id;
    m_waiting.clear();
    break;
  case ObjectOp::CondWake:
  case ObjectOp::CondTimedWake:
    if (const auto by = m_wokenBy.find(thread); by != m_wokenBy.end()) {
      m_pairs.emplace_back(by->second, event.id);
      m_wokenBy.erase(by);
    }
    m_waiting.erase(thread);
    break;
  default:
    break;
  }
}

void ObjectOrder::pass(const WeakEvent& event) {
  switch (event.step->operation) {
  case ObjectOp::BarrierInit:
    m_size = event.step->argument;
    break;
  case ObjectOp::BarrierArrive:
    m_round.push_back(event.id);
    if (m_round.size() < m_size)
      break;
    for (const Source& arrival : m_round)
      m_lastRound[arrival.thread] = m_round;
    m_round.clear();
    break;
  case ObjectOp::BarrierPass:
    for (const Source& arrival : m_lastRound[event.id.thread])
      m_pairs.emplace_back(arrival, event.id);
    break;
  default:
    break;
  }
}

} // namespace

Pairs synchronisedBy(const WeakHistory& history, const std::vector<Source>& operations) {
  return ObjectOrder(history, operations).run();
}

} // namespace revisit::test
