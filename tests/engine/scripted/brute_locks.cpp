#include "brute_locks.h"

#include <algorithm>
#include <iterator>

namespace revisit::test {

int BruteLocks::ways(int thread, const Instruction& now, bool failing) const {
  if (now.spurious && mayComeTrue(thread, now))
    return 2;
  switch (now.operation) {
  case ObjectOp::MutexLock: {
    const auto found = m_mutexes.find(now.object);
    if (found == m_mutexes.end() || found->second.owner < 0)
      return 1;
    return found->second.owner == thread && found->second.kind % robust != 0;
  }
  case ObjectOp::SemWait: {
    const auto found = m_permits.find(now.object);
    return found != m_permits.end() && found->second > 0;
  }
  case ObjectOp::CondWake: {
    const auto found = m_woken.find(now.object);
    return found != m_woken.end() && found->second.contains(thread);
  }
  case ObjectOp::MutexTryLock:
  case ObjectOp::SemTryWait:
    return failing ? 2 : 1;
  case ObjectOp::CondSignal: {
    const auto found = m_waiting.find(now.object);
    return found == m_waiting.end() ? 1 : std::max(1, static_cast<int>(found->second.size()));
  }
  default:
    return 1;
  }
}

// Whether the wait begins, or the attempt succeeds, unless that goes wrong for no reason.
bool BruteLocks::mayComeTrue(int thread, const Instruction& now) const {
  BruteLocks copy = *this;
  Instruction reasoned = now;
  reasoned.spurious = false;
  bool wrong = false;
  return copy.step(thread, reasoned, 0, wrong) == 0 && !wrong;
}

std::uint64_t BruteLocks::step(int thread, const Instruction& now, int way, bool& wrong) {
  switch (now.operation) {
  case ObjectOp::MutexDestroy:
    wrong = m_mutexes[now.object].owner >= 0;
    return 0;
  case ObjectOp::MutexLock:
  case ObjectOp::MutexTimedLock:
  case ObjectOp::MutexTryLock:
    return lock(thread, now, way > 0);
  case ObjectOp::MutexUnlock:
    return unlock(thread, now, wrong);
  case ObjectOp::MutexAbandon:
    if (Mutex& mutex = m_mutexes[now.object]; mutex.owner == thread)
      mutex = {.kind = mutex.kind, .inconsistent = true};
    return 0;
  case ObjectOp::MutexConsistent: {
    Mutex& mutex = m_mutexes[now.object];
    if (!mutex.inconsistent || mutex.owner < 0)
      return 22;
    wrong = mutex.owner != thread;
    mutex.inconsistent = wrong;
    return 0;
  }
  case ObjectOp::SemDestroy:
    return 0;
  case ObjectOp::SemInit:
  case ObjectOp::SemPost:
  case ObjectOp::SemWait:
  case ObjectOp::SemTryWait:
  case ObjectOp::SemTimedWait:
    return stepSemaphore(now, way > 0);
  default:
    return stepCondition(thread, now, way, wrong);
  }
}

std::uint64_t BruteLocks::lock(int thread, const Instruction& now, bool mustFail) {
  Mutex& mutex = m_mutexes[now.object];
  if (mutex.owner < 0)
    mutex.kind = static_cast<int>(now.argument);
  if (mutex.lost)
    return 131;
  if (!mustFail && (mutex.owner < 0 || (mutex.owner == thread && mutex.kind % robust == 1))) {
    mutex.owner = thread;
    mutex.depth++;
    return mutex.inconsistent && mutex.depth == 1 ? 130 : 0;
  }
  if (now.operation == ObjectOp::MutexTryLock)
    return 16;
  return mutex.owner == thread && mutex.kind % robust == 2 ? 35 : 110;
}

std::uint64_t BruteLocks::unlock(int thread, const Instruction& now, bool& wrong) {
  Mutex& mutex = m_mutexes[now.object];
  if (mutex.owner < 0)
    mutex.kind = static_cast<int>(now.argument);
  if (mutex.owner != thread) {
    wrong = mutex.kind == 0;
    return wrong ? 0 : 1;
  }
  if (--mutex.depth > 0)
    return 0;
  mutex.owner = -1;
  mutex.lost |= mutex.inconsistent;
  mutex.inconsistent = false;
  return 0;
}

std::uint64_t BruteLocks::stepSemaphore(const Instruction& now, bool mustFail) {
  int& permits = m_permits[now.object];
  switch (now.operation) {
  case ObjectOp::SemInit:
    permits = static_cast<int>(now.argument);
    return 0;
  case ObjectOp::SemPost:
    permits++;
    return 0;
  case ObjectOp::SemWait:
    permits--;
    return 0;
  default:
    if (mustFail || permits == 0)
      return now.operation == ObjectOp::SemTryWait ? 11 : 110;
    permits--;
    return 0;
  }
}

std::uint64_t BruteLocks::stepCondition(int thread, const Instruction& now, int way, bool& wrong) {
  std::set<int>& waiting = m_waiting[now.object];
  std::set<int>& woken = m_woken[now.object];
  switch (now.operation) {
  case ObjectOp::CondDestroy:
    wrong = !waiting.empty();
    return 0;
  case ObjectOp::CondWait:
    if (way > 0)
      return 2;
    waiting.insert(thread);
    return 0;
  case ObjectOp::CondWake:
    woken.erase(thread);
    return 0;
  case ObjectOp::CondTimedWake:
    waiting.erase(thread);
    return woken.erase(thread) != 0 ? 0 : 110;
  case ObjectOp::CondBroadcast:
    woken.merge(waiting);
    waiting.clear();
    return 0;
  case ObjectOp::CondSignal:
    if (!waiting.empty()) {
      const int chosen = *std::next(waiting.begin(), way);
      waiting.erase(chosen);
      woken.insert(chosen);
    }
    return 0;
  default:
    return 0;
  }
}

} // namespace revisit::test
