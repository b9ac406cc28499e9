// Synchronisation objects for the brute force, written without the engine's machines.
#pragma once

#include "brute_locks.h"

#include <string>

namespace revisit::test {

struct BruteRwlock {
  int writer = -1;
  std::map<int, int> readers; // how often each thread reads
};

struct BruteOnce {
  int inside = -1;
  bool done = false;
};

struct BruteBarrier {
  std::size_t size = 0;
  std::set<int> users; // since it was initialised
  std::set<int> here;  // of the round under way
  bool asked = false;
  std::set<int> mayPass, serial;
};

// All objects, and which of them are destroyed. Read-write locks, once objects and barriers are done here.
class BruteObjects {
public:
  // How many ways the operation can go now; 0: its thread waits. `failing`: an attempt may fail for no reason.
  int ways(int thread, const Instruction& now, bool failing) const;
  // What the thread gets, its low byte; `wrong` tells a misuse.
  std::uint64_t step(int thread, const Instruction& now, int way, bool& wrong);

  // How often the thread reads the read-write lock; whether anybody does.
  int readsOf(std::uint32_t lock, int thread) const;
  bool isRead(std::uint32_t lock) const;
  // Barriers that more threads used than a round takes.
  std::set<std::uint32_t> crowded() const;
  // What was decided and shows in no event yet.
  std::string undecided() const;

private:
  bool isDestroyed(std::uint32_t object) const { return m_destroyed.contains(object); }
  std::uint64_t stepRwlock(int thread, const Instruction& now, int way, bool& wrong);
  std::uint64_t stepOnce(int thread, const Instruction& now);
  std::uint64_t stepBarrier(int thread, const Instruction& now, int way, bool& wrong);

  BruteLocks m_locks;
  std::map<std::uint32_t, BruteRwlock> m_rwlocks;
  std::map<std::uint32_t, BruteOnce> m_onces;
  std::map<std::uint32_t, BruteBarrier> m_barriers;
  std::set<std::uint32_t> m_destroyed, m_spent;
};

} // namespace revisit::test
