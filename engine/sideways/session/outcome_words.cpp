#include "sideways/session/outcome_words.h"

#include "log/describe.h"

namespace revisit {

std::string verdictWords(const Judgement& judgement) {
  switch (judgement.verdict) {
  case Verdict::Possible:
    return judgement.sameValue ? "possible, the thread cannot tell" : "possible";
  case Verdict::SameExecution:
    return "what happened";
  case Verdict::Impossible:
    return "impossible here";
  case Verdict::NotKnown:
    break;
  }
  return "not known";
}

std::string obstacleWords(Obstacle obstacle) {
  switch (obstacle) {
  case Obstacle::None:
    return "";
  case Obstacle::ComesAfter:
    return "it depends on this event";
  case Obstacle::ComesBefore:
    return "this event depends on it";
  case Obstacle::Overwritten:
    return "the memory model puts another write between them";
  case Obstacle::AlreadyUpdated:
    return "an update reads from it, and nothing may come between them";
  case Obstacle::NotEnabled:
    return "the operation would wait there";
  case Obstacle::Conditions:
    return "the conditions before it rule that out";
  case Obstacle::Search:
    return "there are too many orders of the writes before it";
  case Obstacle::Solver:
    return "the solver gave up";
  case Obstacle::Program:
    return "the program could not be followed there";
  }
  return "";
}

std::string whyNot(const Taken& taken) {
  if (taken.judgement.verdict != Verdict::Possible) {
    const std::string why = obstacleWords(taken.judgement.obstacle);
    return verdictWords(taken.judgement) + (why.empty() ? "" : ": " + why);
  }
  switch (taken.ending) {
  case TakenEnding::LooksAgain:
    return "that shows nothing: the round of its waiting loop fails, and the thread looks again";
  case TakenEnding::Repeats:
    return "the threads did not come to an end after it";
  case TakenEnding::Whole:
  case TakenEnding::Failed:
    break;
  }
  return "the program could not be followed there";
}

std::string seenWords(ExplorationState& state, const Label& label, const EventName& name, const Judgement& judgement) {
  if (judgement.verdict == Verdict::Possible)
    if (const EventId event = eventNamed(state.graph(), name); event.valid())
      return describeEvent(state.graph(), state.program(), nullptr, event).value;
  const bool isPart = label.kind == LabelKind::Rmw && label.rmw == RmwOp::Insert; // a write to a part of a location
  if (judgement.verdict != Verdict::SameExecution || !readsMemory(label.kind) || isPart)
    return "";
  const unsigned bytes = label.size == 0 ? state.program().locationSize(label.location) : label.size;
  return valueText(state.program(), label, judgement.seen.value, bytes, nullptr);
}

} // namespace revisit
