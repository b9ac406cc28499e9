#include "debugged/replay_move.h"

namespace revisit {
namespace {

bool goesBackwards(ReplayMove move) {
  return move == ReplayMove::ReverseContinue || move == ReplayMove::PreviousLine || move == ReplayMove::BackInThread ||
         move == ReplayMove::Back;
}

bool isByLine(ReplayMove move) {
  return move == ReplayMove::NextLine || move == ReplayMove::PreviousLine;
}

std::string whyNotInThread(ReplayMove move, const ReplaySnapshot& snapshot, const Timeline& timeline) {
  const ReplayThread* thread = snapshot.thread();
  if (!thread || !thread->thread)
    return "Choose a thread of the program first.";
  if (move == ReplayMove::StepInThread)
    return timeline.nextOf(*thread->thread, snapshot.position) ? "" : "This thread has no later event.";
  const bool hasEarlier = snapshot.position > 0 && timeline.lastOf(*thread->thread, snapshot.position - 1);
  return hasEarlier ? "" : "This thread has no earlier event.";
}

} // namespace

std::string whyNot(ReplayMove move, const ReplaySnapshot& snapshot, const Timeline& timeline) {
  const Standing standing = snapshot.standing;
  if (standing == Standing::Gone)
    return goesBackwards(move) || isByLine(move) ? "The program does not run; Start or Bug starts it." : "";
  if (goesBackwards(move) && standing == Standing::Start)
    return "This is the start of the execution.";
  const bool isOver = standing == Standing::AtEnd || standing == Standing::Diverged || standing == Standing::Crashed;
  if (isOver && isByLine(move))
    return "The program stands for good; go back by an event.";
  const bool leadsOn = move == ReplayMove::Step || move == ReplayMove::StepInThread || move == ReplayMove::Continue;
  if (leadsOn && standing == Standing::AtEnd)
    return "This is the end of the execution.";
  if (leadsOn && isOver)
    return "The program cannot go on from here; go back, or start it again.";
  if (move == ReplayMove::StepInThread || move == ReplayMove::BackInThread)
    return whyNotInThread(move, snapshot, timeline);
  return {};
}

} // namespace revisit
