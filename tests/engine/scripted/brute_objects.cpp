#include "brute_objects.h"

#include <iterator>

namespace revisit::test {

namespace {

template <class Object> Object at(const std::map<std::uint32_t, Object>& objects, std::uint32_t object) {
  const auto found = objects.find(object);
  return found == objects.end() ? Object{} : found->second;
}

bool destroys(ObjectOp operation) {
  return operation == ObjectOp::MutexDestroy || operation == ObjectOp::SemDestroy ||
         operation == ObjectOp::CondDestroy || operation == ObjectOp::RwlockDestroy;
}

} // namespace

int BruteObjects::ways(int thread, const Instruction& now, bool failing) const {
  if (isDestroyed(now.object))
    return 1;
  if (BruteLocks::covers(now.operation))
    return m_locks.ways(thread, now, failing);
  if (BruteStreams::covers(now.operation))
    return m_streams.isEnabled(now) ? 1 : 0;
  switch (now.operation) {
  case ObjectOp::RwlockRead: {
    const BruteRwlock lock = at(m_rwlocks, now.object);
    return lock.writer < 0 || lock.writer == thread;
  }
  case ObjectOp::RwlockWrite: {
    const BruteRwlock lock = at(m_rwlocks, now.object);
    return (lock.writer < 0 && lock.readers.empty()) || lock.writer == thread;
  }
  case ObjectOp::OnceEnter:
    return at(m_onces, now.object).inside < 0;
  case ObjectOp::BarrierPass:
    return at(m_barriers, now.object).mayPass.contains(thread);
  case ObjectOp::BarrierArrive: {
    const BruteBarrier barrier = at(m_barriers, now.object);
    const bool asked = barrier.asked || now.argument != 0;
    return asked && barrier.here.size() + 1 == barrier.size ? static_cast<int>(barrier.size) : 1;
  }
  default:
    return 1;
  }
}

std::uint64_t BruteObjects::step(int thread, const Instruction& now, int way, bool& wrong) {
  if (isDestroyed(now.object)) {
    wrong = true;
    return 0;
  }
  if (now.operation == ObjectOp::HandleJoin || now.operation == ObjectOp::HandleDetach) {
    wrong = !m_spent.insert(now.object).second;
    return 0;
  }
  std::uint64_t result = 0;
  if (BruteLocks::covers(now.operation))
    result = m_locks.step(thread, now, way, wrong);
  else if (BruteStreams::covers(now.operation))
    result = m_streams.step(now);
  else if (now.operation <= ObjectOp::RwlockDestroy)
    result = stepRwlock(thread, now, way, wrong);
  else
    result = now.operation <= ObjectOp::OnceAbort ? stepOnce(thread, now) : stepBarrier(thread, now, way, wrong);
  if (destroys(now.operation) && !wrong)
    m_destroyed.insert(now.object);
  return result;
}

int BruteObjects::readsOf(std::uint32_t lock, int thread) const {
  const BruteRwlock state = at(m_rwlocks, lock);
  const auto found = state.readers.find(thread);
  return found == state.readers.end() || isDestroyed(lock) ? 0 : found->second;
}

bool BruteObjects::isRead(std::uint32_t lock) const {
  return !isDestroyed(lock) && !at(m_rwlocks, lock).readers.empty();
}

// The second way of an attempt to lock for reading: it fails because of a waiting writer.
std::uint64_t BruteObjects::stepRwlock(int thread, const Instruction& now, int way, bool& wrong) {
  BruteRwlock& lock = m_rwlocks[now.object];
  switch (now.operation) {
  case ObjectOp::RwlockDestroy:
    wrong = lock.writer >= 0 || !lock.readers.empty();
    return 0;
  case ObjectOp::RwlockUnlock:
    if (lock.writer == thread)
      lock.writer = -1;
    else if (!lock.readers.contains(thread))
      wrong = true;
    else if (--lock.readers[thread] == 0)
      lock.readers.erase(thread);
    return 0;
  case ObjectOp::RwlockRead:
  case ObjectOp::RwlockTryRead:
  case ObjectOp::RwlockTimedRead:
    if (lock.writer < 0 && way == 0) {
      lock.readers[thread]++;
      return 0;
    }
    break;
  default:
    if (lock.writer < 0 && lock.readers.empty()) {
      lock.writer = thread;
      return 0;
    }
    break;
  }
  if (now.operation == ObjectOp::RwlockTryRead || now.operation == ObjectOp::RwlockTryWrite)
    return 16;
  return lock.writer == thread ? 35 : 110;
}

std::uint64_t BruteObjects::stepOnce(int thread, const Instruction& now) {
  BruteOnce& once = m_onces[now.object];
  if (now.operation == ObjectOp::OnceEnter) {
    if (once.done)
      return 0;
    once.inside = thread;
    return 1;
  }
  once.inside = -1;
  once.done = now.operation == ObjectOp::OnceLeave;
  return 0;
}

std::uint64_t BruteObjects::stepBarrier(int thread, const Instruction& now, int way, bool& wrong) {
  BruteBarrier& barrier = m_barriers[now.object];
  if (now.operation == ObjectOp::BarrierInit) {
    barrier.size = now.argument;
    return 0;
  }
  if (now.operation == ObjectOp::BarrierPass)
    return barrier.serial.contains(thread) ? 255 : 0;
  barrier.users.insert(thread);
  barrier.mayPass.erase(thread);
  barrier.serial.erase(thread);
  if (barrier.size == 0) {
    wrong = true;
    return 0;
  }
  barrier.here.insert(thread);
  barrier.asked |= now.argument != 0;
  if (barrier.here.size() < barrier.size)
    return 0;
  if (barrier.asked)
    barrier.serial.insert(*std::next(barrier.here.begin(), way));
  barrier.mayPass.insert(barrier.here.begin(), barrier.here.end());
  barrier.here.clear();
  barrier.asked = false;
  return 0;
}

std::set<std::uint32_t> BruteObjects::crowded() const {
  std::set<std::uint32_t> all;
  for (const auto& [object, barrier] : m_barriers)
    if (barrier.users.size() > barrier.size)
      all.insert(object);
  return all;
}

std::string BruteObjects::undecided() const {
  std::string text;
  for (const auto& [object, barrier] : m_barriers) {
    text += '#';
    for (const int thread : barrier.serial)
      text += std::to_string(thread) + ',';
  }
  return text;
}

} // namespace revisit::test
