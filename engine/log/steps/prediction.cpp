#include "log/steps/prediction.h"

#include "log/state_log.h"
#include "query/timeline/event_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit {
namespace {

constexpr const char *otherWay = "an event is added another way", *revisits = "a revisit or displacement is done",
                     *refuses = "a revisit or displacement is refused", *finishes = "the execution is finished",
                     *givesUp = "the graph is given up", *goesBack = "it goes back to an earlier graph";
constexpr const char *isNew = "a step leads to a new state", *isKnown = "a step leads to a known state",
                     *isEnough = "what was explored from the state is enough",
                     *needsMore = "another thread is to be explored from the state", *isLeft = "the state is done";

std::string addsText(unsigned thread, const std::vector<std::string>& names) {
  return threadText(names, thread) + " adds its next event";
}

std::string guessText(const Step& step, const std::vector<std::string>& names) {
  switch (step.kind) {
  case ActionKind::Added:
    return addsText(step.event->self.thread, names);
  case ActionKind::Chose:
    return otherWay;
  case ActionKind::SkippedChoice:
    return "an alternative is left out, as nothing allows it";
  case ActionKind::RevisitAllowed:
  case ActionKind::Revisited:
  case ActionKind::Displaced:
    return revisits;
  case ActionKind::RevisitRefused:
  case ActionKind::DisplaceRefused:
    return refuses;
  case ActionKind::Abandoned:
    return givesUp;
  case ActionKind::Finished:
    return finishes;
  case ActionKind::BackedUp:
    return goesBack;
  case ActionKind::Began:
  case ActionKind::Restarted:
    break;
  }
  return "it begins with the empty graph";
}

std::string guessText(const StateStep& step) {
  switch (step.kind) {
  case StateStepKind::Entered:
    return isNew;
  case StateStepKind::Met:
    return isKnown;
  case StateStepKind::Vain:
    return "a step leads nowhere: the thread has to wait";
  case StateStepKind::Judged:
    return (step.sets.backtrack & step.sets.safe & ~(step.sets.done | step.sets.idle)) != 0 ? needsMore : isEnough;
  case StateStepKind::Left:
    return isLeft;
  case StateStepKind::Ended:
    return "nothing can happen any more in the state";
  case StateStepKind::Dead:
    return "an atomic section cannot end";
  case StateStepKind::LeftOut:
    return "the state is left out: nothing can fail from it on";
  case StateStepKind::Reopened:
    return "a state is judged again";
  case StateStepKind::Livelock:
    return "it is a livelock";
  case StateStepKind::Shown:
    break;
  }
  return "an execution is shown";
}

// The right one is one of them; the order is that of the words.
Prediction amongOthers(const std::string& right, std::vector<std::string> choices) {
  if (std::ranges::find(choices, right) == choices.end()) {
    if (choices.size() >= maxChoices)
      choices.resize(maxChoices - 1);
    choices.push_back(right);
  }
  std::ranges::sort(choices);
  return {choices, static_cast<std::size_t>(std::ranges::find(choices, right) - choices.begin())};
}

// Whether the graph grows after such a step; otherwise an alternative is taken, or looked for.
bool grows(ActionKind kind) {
  return kind == ActionKind::Began || kind == ActionKind::Added || kind == ActionKind::Chose ||
         kind == ActionKind::Revisited || kind == ActionKind::Displaced;
}

} // namespace

std::optional<Prediction> predictionOf(const ExplorationLog& log, std::uint64_t step) {
  const std::vector<Step> both = step < 2 ? std::vector<Step>() : log.steps(step - 1, 2);
  if (both.size() != 2)
    return std::nullopt;
  const std::vector<std::string> names = log.threadNames();
  const std::string right = guessText(both[1], names);
  if (!grows(both[0].kind))
    return amongOthers(right, {otherWay, revisits, refuses, goesBack});
  // Two threads, of which one is that of the event.
  constexpr std::size_t most = 2;
  const bool isAdded = both[1].kind == ActionKind::Added;
  const LoggedGraph graph = log.graphAfter(step - 1);
  std::vector<std::string> choices = isAdded ? std::vector<std::string>{right} : std::vector<std::string>();
  for (unsigned thread = 0; thread < graph.threads.size() && choices.size() < most; thread++)
    if (const std::string adds = addsText(thread, names); adds != right)
      choices.push_back(adds);
  choices.insert(choices.end(), {finishes, givesUp});
  return amongOthers(right, std::move(choices));
}

std::optional<Prediction> predictionOf(const StateLog& log, std::uint64_t step) {
  const std::vector<StateStep> both = step < 2 ? std::vector<StateStep>() : log.steps(step - 1, 2);
  if (both.size() != 2)
    return std::nullopt;
  return amongOthers(guessText(both[1]), both[0].kind == StateStepKind::Entered
                                             ? std::vector<std::string>{isNew, isKnown, isLeft, needsMore}
                                             : std::vector<std::string>{isNew, isEnough, needsMore, isLeft});
}

} // namespace revisit
