// Rounds of loops whose number of rounds is not known. A thread's state says nothing about them: one state may be
// reached in the first round and in the tenth. What a thread does on the way from one step to the next, a run tells;
// LoopRounds counts along the history of a thread. Thread rule: belongs to one worker.
#pragma once

#include "base/ids.h"
#include "base/interner.h"

#include <compare>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace revisit {

// A thread enters such a loop, or begins another round of it after one that had an event.
struct LoopStep {
  std::uint32_t loop = 0;
  PositionId back; // of the back edge; invalid: it enters the loop
  friend auto operator<=>(const LoopStep&, const LoopStep&) = default;

  bool isRound() const { return back.valid(); }
  // Whether the loop can be left other than by an error or an exception.
  bool hasExit() const { return (loop & exitBit) != 0; }
  // The thread called revisit_progress(); there is no loop then.
  bool isProgress() const { return loop == noLoop; }
  static constexpr std::uint32_t exitBit = 1, noLoop = 0;
};

class LoopRounds {
public:
  struct Count {
    std::uint32_t loop = 0;
    std::uint32_t rounds = 0;
    PositionId back;
    friend auto operator<=>(const Count&, const Count&) = default;
  };

  // The rounds of the loops at some place of a history, after these steps. `steps` is known by its number `id`. O(1)
  // expected, O(loops + steps) the first time.
  RoundsId after(RoundsId before, LoopStepsId id, std::span<const LoopStep> steps);
  // One entry for each loop that is in a round after the first. Nothing for an invalid id.
  std::span<const Count> of(RoundsId rounds) const;
  // The rounds of one loop; 0 when it is in its first round or was left.
  std::uint32_t of(RoundsId rounds, std::uint32_t loop) const;

private:
  Interner<RoundsId, std::vector<Count>> m_lists;
  std::unordered_map<std::uint64_t, RoundsId> m_after;
};

} // namespace revisit
