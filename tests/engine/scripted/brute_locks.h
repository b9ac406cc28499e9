// Mutexes, semaphores and condition variables for the brute force, written without the engine's state machines.
#pragma once

#include "script.h"

#include <map>
#include <set>

namespace revisit::test {

class BruteLocks {
public:
  static bool covers(ObjectOp operation) {
    return operation <= ObjectOp::CondDestroy || operation == ObjectOp::MutexAbandon ||
           operation == ObjectOp::MutexConsistent;
  }

  // The number of ways in which the operation can happen now; 0: its thread waits. `failing`: an attempt may fail
  // without a reason.
  int ways(int thread, const Instruction& now, bool failing) const;
  // The thread's result; `wrong` reports a misuse.
  std::uint64_t step(int thread, const Instruction& now, int way, bool& wrong);

private:
  struct Mutex {
    int owner = -1;
    int depth = 0;
    int kind = 0; // 0 to 2, and as much more if it is robust
    bool inconsistent = false, lost = false;
  };
  static constexpr int robust = 3;

  bool mayComeTrue(int thread, const Instruction& now) const;
  std::uint64_t lock(int thread, const Instruction& now, bool mustFail);
  std::uint64_t unlock(int thread, const Instruction& now, bool& wrong);
  std::uint64_t stepSemaphore(const Instruction& now, bool mustFail);
  std::uint64_t stepCondition(int thread, const Instruction& now, int way, bool& wrong);

  std::map<std::uint32_t, Mutex> m_mutexes;
  std::map<std::uint32_t, int> m_permits;
  std::map<std::uint32_t, std::set<int>> m_waiting, m_woken;
};

} // namespace revisit::test
