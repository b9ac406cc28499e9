// Which executions leave memory behind in the heap. Where a thread's last step says that it freed what it was given
// (Label::argument), nothing is left; elsewhere the program is run again to see what can still be reached.
// Thread rule: belongs to one explorer.
#pragma once

#include "explore/visit.h"

#include <unordered_map>

namespace revisit {

class LeakDetector {
public:
  // `each`: runs every complete execution that may leave something behind; otherwise one for each set of blocks that is
  // left, and takes the others of that set to be like it.
  explicit LeakDetector(bool each) : m_each(each) {}

  // Requires a complete execution. Fails when the program cannot be run, or does something else than before. O(threads)
  // where nothing is left.
  Result<std::vector<LeakedMemory>> find(Visit& visit);
  // Blocks and positions are void.
  void restart() { m_known.clear(); }

private:
  bool m_each;
  std::unordered_map<std::uint64_t, std::vector<LeakedMemory>> m_known; // by the blocks that are left
};

} // namespace revisit
