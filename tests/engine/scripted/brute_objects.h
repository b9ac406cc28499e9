// Synchronisation objects for the brute force, written without the engine's state machines.
#pragma once

#include "brute_locks.h"
#include "brute_streams.h"

#include <string>

namespace revisit::test {

struct BruteRwlock {
  int writer = -1;
  std::map<int, int> readers; // by thread: how many times it holds the lock for reading
};

struct BruteOnce {
  int inside = -1;
  bool done = false;
};

struct BruteBarrier {
  std::size_t size = 0;
  std::set<int> users; // since it was initialised
  std::set<int> here;  // in the present round
  bool asked = false;
  std::set<int> mayPass, serial;
};

// All objects, and whether each is destroyed. Read-write locks, once objects and barriers are implemented here.
class BruteObjects {
public:
  // The number of ways in which the operation can happen now; 0: its thread waits. `failing`: an attempt may fail
  // without a reason.
  int ways(int thread, const Instruction& now, bool failing) const;
  // The low byte of the thread's result; `wrong` reports a misuse.
  std::uint64_t step(int thread, const Instruction& now, int way, bool& wrong);

  // How many times the thread holds the read-write lock for reading; whether any thread holds it for reading.
  int readsOf(std::uint32_t lock, int thread) const;
  bool isRead(std::uint32_t lock) const;
  // Barriers that more threads used than a round takes.
  std::set<std::uint32_t> crowded() const;
  // Decisions that no event shows yet.
  std::string undecided() const;

private:
  bool isDestroyed(std::uint32_t object) const { return m_destroyed.contains(object); }
  std::uint64_t stepRwlock(int thread, const Instruction& now, int way, bool& wrong);
  std::uint64_t stepOnce(int thread, const Instruction& now);
  std::uint64_t stepBarrier(int thread, const Instruction& now, int way, bool& wrong);

  BruteLocks m_locks;
  BruteStreams m_streams;
  std::map<std::uint32_t, BruteRwlock> m_rwlocks;
  std::map<std::uint32_t, BruteOnce> m_onces;
  std::map<std::uint32_t, BruteBarrier> m_barriers;
  std::set<std::uint32_t> m_destroyed, m_spent;
};

} // namespace revisit::test
