#include "log/state_step_text.h"

#include "program/positions.h"
#include "query/timeline/event_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>

namespace revisit {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 11> stepNames = {"entered", "met",      "in-vain",  "judged",   "left", "ended",
                                                        "dead",    "left-out", "reopened", "livelock", "shown"};
static_assert(stepNames.size() == static_cast<std::size_t>(StateStepKind::Shown) + 1);

constexpr std::array<std::string_view, 7> ruleNames = {"safe-set", "cycle",     "waits", "closed",
                                                       "limit",    "dependent", "races"};
static_assert(ruleNames.size() == static_cast<std::size_t>(SourceRule::Races) + 1);

constexpr std::array<std::string_view, 5> stateOutcomeNames = {"open", "explored", "ended", "dead", "left-out"};
static_assert(stateOutcomeNames.size() == static_cast<std::size_t>(StateOutcome::LeftOut) + 1);

// "T1", "T1 and T2", "T0, T1 and T2".
std::string threadList(ThreadBits threads) {
  std::string text;
  const int count = std::popcount(threads);
  int number = 0;
  forEachThread(threads, [&](ThreadId thread) {
    text += number == 0 ? "" : number + 1 == count ? " and " : ", ";
    text += fmt::format("T{}", thread.value());
    number++;
  });
  return text;
}

std::string placedAction(const StateAction& action, const ThreadNames& threads) {
  const std::string place = placeText(*action.shown);
  return actionText(action, threads) + (place.empty() ? "" : " at " + place);
}

// "Next there: T0 read x, T2 write x. T1 has ended."
std::string nextText(const LoggedState& state, const ThreadNames& threads) {
  std::string moving, waiting, ended;
  const auto add = [](std::string& text, const std::string& more) { text += (text.empty() ? "" : ", ") + more; };
  for (const StateAction& next : state.next) {
    const ThreadBits bit = bitOf(ThreadId(next.thread));
    if ((state.going & bit) == 0)
      add(ended, shortText(next, threads));
    else
      add((state.able & bit) != 0 ? moving : waiting, shortText(next, threads));
  }
  std::string text;
  if (!moving.empty())
    text += fmt::format(" Next there: {}.", moving);
  if (!waiting.empty())
    text += fmt::format(" Waiting there: {}.", waiting);
  if (!ended.empty())
    text += fmt::format(" At the end: {}.", ended);
  return text;
}

std::string safeText(const StateSets& sets) {
  if (std::popcount(sets.able) < 2)
    return "";
  if (sets.safe == sets.able)
    return " All that can move are in the safe set.";
  return fmt::format(" What {} does touches nothing that others touch, so it is taken alone: safe set {}.",
                     threadList(sets.safe), setText(sets.safe));
}

std::string enteredText(const StateStep& step, const ThreadNames& threads, const LoggedState* entered) {
  const std::string name = stateName(step.state);
  std::string text;
  if (step.from == noLogEntry)
    text = step.actions.empty() ? fmt::format("The search begins in {}.", name)
                                : fmt::format("The search begins in {}, after what touches nothing shared: {}.", name,
                                              edgeText(step, threads));
  else
    text = fmt::format("{} leads from {} to {}, which is new.", edgeText(step, threads), stateName(step.from), name);
  if (entered)
    text += nextText(*entered, threads);
  return text + safeText(step.sets);
}

std::string metText(const StateStep& step, const ThreadNames& threads) {
  return fmt::format("{} leads from {} to {}, {}.", edgeText(step, threads), stateName(step.from),
                     stateName(step.state),
                     step.isOpen    ? "which is on the stack: a cycle"
                     : step.isAgain ? "which was visited before: it is explored again on this path"
                                    : "which was visited before: the search does not go on from there again");
}

std::string vainText(const StateStep& step, const ThreadNames& threads) {
  return step.state == step.from
             ? fmt::format("{} leads back to {}, where the thread was: it has to wait for others.",
                           edgeText(step, threads), stateName(step.from))
             : fmt::format(
                   "{} leads from {} to nothing that is explored: an atomic section gets stuck, or a limit is reached.",
                   edgeText(step, threads), stateName(step.from));
}

// Why these threads are to be explored.
std::string ruleText(const StateStep& step) {
  const StateSets& sets = step.sets;
  const ThreadBits left = sets.backtrack & sets.safe & ~(sets.done | sets.idle);
  if ((sets.safe & ~(sets.done | sets.idle)) == 0)
    return "All of the safe set is explored.";
  switch (step.rule) {
  case SourceRule::SafeSet:
    return fmt::format("The safe set goes on with {}.", threadList(left));
  case SourceRule::Cycle:
    return "A step from here closes a cycle, so each thread that can move is to be explored.";
  case SourceRule::Waits:
    return "A thread that cannot move here does something later that depends on a step explored here. Others have to "
           "let it go first, so the whole safe set is to be explored.";
  case SourceRule::Closed:
    return fmt::format("Nothing that other threads do later depends on the step of {}, so {} is a source set: {} not "
                       "needed.",
                       threadList(step.closed), setText(sets.done),
                       threadList(sets.safe & ~sets.done) +
                           (std::popcount(sets.safe & ~sets.done) == 1 ? " is" : " are"));
  case SourceRule::Limit:
    return "A step from here is not followed, because of a bound, so each thread that can move is to be explored.";
  case SourceRule::Races:
    return left == 0 ? "Each race between a step explored here and a later one is reversed by what is explored."
                     : fmt::format("A later step depends on one explored here. {} can begin what comes first then.",
                                   threadList(left));
  case SourceRule::Dependent:
    break;
  }
  return left == 0 ? "No thread is missing."
                   : fmt::format("What {} {} later depends on a step explored here, so {} to be explored too.",
                                 threadList(left), std::popcount(left) == 1 ? "does" : "do",
                                 std::popcount(left) == 1 ? "it is" : "they are");
}

std::string currentText(const StateSets& sets) {
  std::string text;
  for (const auto& [thread, threads] : sets.current)
    text += fmt::format(", current[T{}] = {}", thread, setText(threads));
  return text;
}

std::string judgedText(const StateStep& step) {
  const StateSets& sets = step.sets;
  const std::string back = fmt::format("Back in {}: the step of T{} is explored", stateName(step.state), *step.thread);
  if (sets.done == 0)
    return fmt::format("{} and led nowhere else.", back);
  return fmt::format("{}. done = {}{}, backtrack = {}. {}", back, setText(sets.done), currentText(sets),
                     setText(sets.backtrack), ruleText(step));
}

constexpr const char* asleepText = "what it would begin was explored in another order";

std::string prunedText(const StateStep& step, const ThreadNames& threads, const LoggedState* state) {
  const ThreadBits pruned = step.sets.pruned();
  if (pruned == 0)
    return "";
  std::string which;
  if (state)
    for (const StateAction& next : state->next)
      if ((pruned & bitOf(ThreadId(next.thread))) != 0)
        which += (which.empty() ? "" : ", ") + shortText(next, threads);
  if ((pruned & step.sets.asleep) == pruned)
    return fmt::format(" Not taken here: {}, because {}.", which.empty() ? threadList(pruned) : which, asleepText);
  const bool isSafe = (pruned & step.sets.safe) == 0;
  return fmt::format(" Not taken here: {}, because {}.", which.empty() ? threadList(pruned) : which,
                     isSafe ? fmt::format("the safe set is {}", setText(step.sets.safe))
                            : fmt::format("{} is a source set", setText(step.sets.done)));
}

std::string endedText(const StateStep& step, const LoggedState* state) {
  const std::string name = stateName(step.state);
  if (!state || state->going == 0)
    return fmt::format("The program ends in {}.", name);
  return fmt::format("In {} nothing can happen any more: {} {} for ever.", name, threadList(state->going),
                     std::popcount(state->going) == 1 ? "waits" : "wait");
}

Json threadsJson(ThreadBits threads) {
  Json all = Json::array();
  forEachThread(threads, [&](ThreadId thread) { all.push_back(thread.value()); });
  return all;
}

Json actionJson(const StateAction& action, const ThreadNames& threads) {
  const WitnessEvent& event = *action.shown;
  const WitnessPosition* const place = shownPosition(event.calls);
  const bool isPlaced = place && !place->file.empty();
  return {{"thread", action.thread},
          {"text", eventText(event, threads)},
          {"file", isPlaced ? Json(place->file) : Json()},
          {"line", isPlaced ? Json(place->line) : Json()}};
}

Json setsJson(const StateSets& sets) {
  Json current = Json::object();
  for (const auto& [thread, threads] : sets.current)
    current[std::to_string(thread)] = threadsJson(threads);
  return {{"able", threadsJson(sets.able)},
          {"safe", threadsJson(sets.safe)},
          {"backtrack", threadsJson(sets.backtrack)},
          {"done", threadsJson(sets.done)},
          {"idle", threadsJson(sets.idle)},
          {"asleep", threadsJson(sets.asleep)},
          {"current", current}};
}

Json orNull(std::uint32_t state) {
  return state == noLogEntry ? Json() : Json(state);
}

} // namespace

std::string_view nameOf(StateStepKind kind) {
  return stepNames[static_cast<std::size_t>(kind)];
}

std::string_view nameOf(SourceRule rule) {
  return ruleNames[static_cast<std::size_t>(rule)];
}

std::string_view nameOf(StateOutcome outcome) {
  return stateOutcomeNames[static_cast<std::size_t>(outcome)];
}

std::string stateName(std::uint32_t state) {
  return fmt::format("s{}", state);
}

std::string setText(ThreadBits threads) {
  std::string text;
  forEachThread(threads,
                [&](ThreadId thread) { text += fmt::format("{}T{}", text.empty() ? "" : ", ", thread.value()); });
  return '{' + text + '}';
}

std::string actionText(const StateAction& action, const ThreadNames& threads) {
  return fmt::format("T{} {}", action.thread, eventText(*action.shown, threads));
}

std::string shortText(const StateAction& action, const ThreadNames& threads) {
  return fmt::format("T{} {}", action.thread, shortText(*action.shown, threads));
}

std::string edgeText(const StateStep& step, const ThreadNames& threads) {
  constexpr std::size_t most = 6;
  std::string text;
  for (std::size_t i = 0; i < step.actions.size() && i < most; i++)
    text += (i == 0 ? "" : ", then ") + placedAction(step.actions[i], threads);
  if (step.actions.size() > most)
    text += fmt::format(" and {} more", step.actions.size() - most);
  return text;
}

std::string growthText(const SourceGrowth& growth) {
  return fmt::format("T{} joins current[T{}] of {}: its later {} depends on what T{} does there", growth.thread,
                     growth.explored, stateName(growth.state), growth.action, growth.explored);
}

std::vector<std::string> nextTexts(const LoggedState& state, const ThreadNames& threads) {
  std::vector<std::string> texts;
  for (const StateAction& next : state.next) {
    const ThreadBits bit = bitOf(ThreadId(next.thread));
    const char* const how = (state.going & bit) == 0                 ? "at the end"
                            : (state.able & bit) == 0                ? "waits"
                            : (state.sets.done & bit) != 0           ? "explored"
                            : (state.sets.idle & bit) != 0           ? "leads nowhere"
                            : state.outcome == StateOutcome::Open    ? "can move"
                            : state.outcome == StateOutcome::LeftOut ? "left out: nothing can fail"
                            : (state.sets.asleep & bit) != 0         ? "asleep: explored in another order"
                            : (state.sets.safe & bit) == 0           ? "pruned: not in the safe set"
                                                                     : "pruned: not in the source set";
    texts.push_back(fmt::format("{}: {}", actionText(next, threads), how));
  }
  return texts;
}

std::string stepText(const StateStep& step, const ThreadNames& threads, const LoggedState* entered,
                     const ExecutionSummary* finished) {
  const std::string name = step.state == noLogEntry ? "" : stateName(step.state);
  switch (step.kind) {
  case StateStepKind::Entered:
    return enteredText(step, threads, entered);
  case StateStepKind::Met:
    return metText(step, threads);
  case StateStepKind::Vain:
    return vainText(step, threads);
  case StateStepKind::Judged:
    return judgedText(step);
  case StateStepKind::Left:
    return fmt::format("{} is done.{}", name, prunedText(step, threads, entered));
  case StateStepKind::Ended:
    return endedText(step, entered);
  case StateStepKind::Dead:
    return fmt::format("{} is inside an atomic section that cannot end: the section never happened.", name);
  case StateStepKind::LeftOut:
    return fmt::format("{} is left out: nothing from here can fail{}.", name,
                       !entered || entered->summary == "true" ? "" : ": " + entered->summary);
  case StateStepKind::Reopened:
    return fmt::format("All is explored; {} is judged again. {} Now {} to be explored there too.", name,
                       step.rule == SourceRule::Cycle
                           ? "It lies on a cycle, where a thread must not be put off for ever."
                           : "Its source set did not know yet what can follow a cycle.",
                       std::popcount(step.sets.backtrack & ~step.sets.done) == 1
                           ? threadList(step.sets.backtrack & ~step.sets.done) + " is"
                           : threadList(step.sets.backtrack & ~step.sets.done) + " are");
  case StateStepKind::Livelock:
    return fmt::format("The program never leaves the cycle of {}, and nothing changes there: a livelock.", name);
  case StateStepKind::Shown:
    break;
  }
  return finished ? fmt::format("Execution {} shows the way to {}: {}", finished->number, name,
                                endingText(*finished, threads))
                  : fmt::format("Execution {} shows the way to {}.", step.execution, name);
}

Json stateStepJson(const StateStep& step, const ThreadNames& threads, const LoggedState* entered,
                   const ExecutionSummary* finished) {
  Json actions = Json::array(), growths = Json::array();
  for (const StateAction& action : step.actions)
    actions.push_back(actionJson(action, threads));
  for (const SourceGrowth& growth : step.growths)
    growths.push_back({{"state", growth.state},
                       {"explored", growth.explored},
                       {"thread", growth.thread},
                       {"text", growthText(growth)}});
  const bool isJudgement = step.kind == StateStepKind::Judged || step.kind == StateStepKind::Reopened;
  return {{"number", step.number},
          {"action", nameOf(step.kind)},
          {"depth", step.depth},
          {"state", orNull(step.state)},
          {"from", orNull(step.from)},
          {"thread", step.thread ? Json(*step.thread) : Json()},
          {"rule", isJudgement ? Json(nameOf(step.rule)) : Json()},
          {"cycle", step.isOpen},
          {"execution", step.execution == 0 ? Json() : Json(step.execution)},
          {"text", stepText(step, threads, entered, finished)},
          {"sets", setsJson(step.sets)},
          {"steps", actions},
          {"growths", growths}};
}

Json stateJson(const StateLog& log, const LoggedState& state, const ThreadNames& threads) {
  Json next = Json::array(), values = Json::array();
  for (const StateAction& action : state.next)
    next.push_back(actionJson(action, threads));
  for (const SharedValue& value : log.valuesIn(state.number))
    values.push_back({{"name", value.name}, {"value", value.value}});
  return {{"number", state.number},
          {"parent", orNull(state.parent)},
          {"step", state.step},
          {"outcome", nameOf(state.outcome)},
          {"summary", state.summary.empty() ? Json() : Json(state.summary)},
          {"next", next},
          {"sets", setsJson(state.sets)},
          {"executions", state.executions},
          {"values", values}};
}

} // namespace revisit
