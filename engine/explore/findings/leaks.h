// Finds executions that leave heap memory allocated. If the last step of each thread says that the thread freed all
// that it allocated (Label::argument), nothing leaks. Otherwise the program is run again to see which blocks are still
// reachable. Thread rule: belongs to one explorer.
#pragma once

#include "explore/exploration_state.h"

#include <unordered_map>

namespace revisit {

class LeakDetector {
public:
  // `each`: re-runs every complete execution that may leak. Otherwise re-runs one execution per set of remaining blocks
  // and assumes the same result for the others.
  explicit LeakDetector(bool each) : m_each(each) {}

  // Whether memory is left that may not be reachable. O(threads).
  static bool mayLeak(ExplorationState& state);
  // The leaks of a complete execution. Nothing: the exploration has to begin again. Fails when the program cannot be
  // run or is not deterministic. O(threads) where nothing leaks.
  Result<Program::Leaks> find(ExplorationState& state);
  // Drops everything: blocks and positions have changed their meaning.
  void restart() { m_known.clear(); }

private:
  bool m_each;
  std::unordered_map<std::uint64_t, std::vector<LeakedMemory>> m_known; // by the set of remaining blocks
};

} // namespace revisit
