// The moves of a replay that a debugger follows, and the reasons why one is not possible. Stateless.
#pragma once

#include "debugged/replay_snapshot.h"

#include <array>

namespace revisit {

enum class ReplayMove : std::uint8_t {
  Start,
  ReverseContinue,
  PreviousLine,
  BackInThread,
  Back,
  Step,
  StepInThread,
  NextLine,
  Continue,
  Bug,
  End
};

inline constexpr std::size_t replayMoveCount = 11;
inline constexpr std::array<ReplayMove, replayMoveCount> allReplayMoves = {
    ReplayMove::Start,        ReplayMove::ReverseContinue,
    ReplayMove::PreviousLine, ReplayMove::BackInThread,
    ReplayMove::Back,         ReplayMove::Step,
    ReplayMove::StepInThread, ReplayMove::NextLine,
    ReplayMove::Continue,     ReplayMove::Bug,
    ReplayMove::End};

// Why the move is not possible in the present state, as a sentence; empty when it is. If the program does not run,
// forward moves start it.
std::string whyNot(ReplayMove move, const ReplaySnapshot& snapshot, const Timeline& timeline);

} // namespace revisit
