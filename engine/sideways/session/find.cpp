// A goal, from a moment of the witness on.
#include "check/report/check_notes.h"
#include "check/worker/goal_notes.h"
#include "check/worker/launch.h"
#include "check/worker/sought_goal.h"
#include "sideways/session/opened.h"
#include "sideways/session/sideways_session.h"

#include <algorithm>

namespace revisit {

namespace {

ExploreOptions searchOptions(const CheckOptions& options, double seconds) {
  ExploreOptions explore = options.explore;
  lookForGoal(explore);
  explore.triesSpurious = options.triesSpurious();
  explore.timeoutSeconds = seconds;
  explore.pollEachExecution = true;
  return explore;
}

// Why the search was not complete. Fails when a name of the goal means nothing.
Result<std::vector<CheckNote>> reasonsOf(const Exploration& explored, const GoalMatcher& matcher, const Worker& worker,
                                         CheckOptions options) {
  const Result<instrument::Image> image = openInstrumented(options.program.path);
  if (!image)
    return image.error();
  options.program.sources.clear(); // they were not compiled with marks for this goal
  options.search.algorithm = Algorithm::ConDpor;
  const IsMarked isMarked = [&](const GoalLine& line) { return image.value().isMarked(line.file, line.line); };
  std::vector<CheckNote> reasons;
  for (const IncompleteReason& reason : explored.incomplete)
    reasons.push_back(noteOf(reason, worker.oracle(), worker.cache()));
  if (const Status met = reasons.empty() ? checkNamesMet(matcher) : Status(Done{}); !met)
    return met.error();
  std::ranges::move(goalReasons(matcher, options, isMarked), std::back_inserter(reasons));
  return reasons;
}

} // namespace

// What has happened after the first events of the witness's schedule, which the state has followed.
Result<GoalPrefix> SidewaysSession::prefixAt(std::size_t position) const {
  const std::optional<std::vector<EventName>> names = m_sideways.renamedAll(namesOf(m_witness, position));
  if (!names)
    return Error{ErrorCode::TargetFailed, m_witness.program.path, "the program does not do what the witness says"};
  const ExecutionGraph& graph = m_opened->state().graph();
  std::vector<EventId> order;
  for (const EventName& name : *names)
    order.push_back(eventNamed(graph, name));
  return GoalPrefix::of(graph, order);
}

// One search. Nothing: more memory turned out to be shared, so that events have other numbers.
Result<std::optional<FoundGoal>> SidewaysSession::search(const Goal& goal, double seconds) {
  Worker& worker = m_opened->worker();
  const CheckOptions& options = m_opened->options();
  Goal elsewhere = goal;
  elsewhere.prefix = {};
  GoalMatcher matcher(goal, worker.cache()), anywhere(elsewhere, worker.cache());
  const std::unique_ptr<ExplorationGoal> sought = soughtGoal(matcher, options);
  ExploreOptions explore = searchOptions(options, seconds);
  const std::size_t shared = worker.oracle().sharedRanges().size();
  const auto hasGrown = [&] { return worker.oracle().sharedRanges().size() != shared; };
  explore.goal = sought.get();
  explore.cancelled = [&, before = explore.cancelled] {
    return (!goal.prefix.steps.empty() && hasGrown()) || before();
  };
  worker.prepareExecutions(explore);
  FoundGoal found;
  std::optional<Error> failure;
  const auto keep = [&](std::optional<Witness>& kept, const Execution& execution, const ShownGoal& shown) {
    Result<Witness> witness = worker.makeWitness(execution, shown);
    if (witness)
      kept = std::move(*witness);
    else
      failure = witness.error();
  };
  worker.explorer().onExecution([&](const Execution& execution) {
    if (execution.isGoal)
      return keep(found.witness, execution, {goal, *matcher.found()});
    if (found.elsewhere)
      return;
    if (const std::optional<GoalFound> place = anywhere.whereItHolds(execution.state))
      keep(found.elsewhere, execution, {elsewhere, *place});
  });
  worker.explorer().onRestart([&] {
    found = {};
    anywhere.restart();
    noteGrown();
  });
  const Result<Exploration> explored = worker.run(seconds);
  if (!goal.prefix.steps.empty() && hasGrown())
    return std::optional<FoundGoal>();
  if (!explored)
    return explored.error();
  if (failure)
    return *failure;
  found.executions = explored.value().counts;
  if (found.witness)
    return std::optional(std::move(found));
  Result<std::vector<CheckNote>> reasons = reasonsOf(explored.value(), matcher, worker, options);
  Result<std::vector<CheckNote>> others = reasonsOf(explored.value(), anywhere, worker, options);
  if (!reasons || !others)
    return reasons ? others.error() : reasons.error();
  found.reasons = std::move(*reasons);
  found.isNowhere = !found.elsewhere && found.reasons.empty() && others->empty();
  return std::optional(std::move(found));
}

Result<FoundGoal> SidewaysSession::find(const Witness& witness, Goal goal, std::size_t position, double seconds) {
  m_witness = witness;
  m_isPlanKnown = !m_hasGrown;
  constexpr unsigned mostRestarts = 20;
  for (unsigned restarts = 0; restarts < mostRestarts; restarts++) {
    if (position > 0) {
      if (const Status there = returnToWitness(); !there)
        return there.error();
      Result<GoalPrefix> prefix = prefixAt(position);
      if (!prefix)
        return prefix.error();
      goal.prefix = std::move(*prefix);
    }
    Result<std::optional<FoundGoal>> found = search(goal, seconds);
    m_isThere = false;
    if (!found)
      return found.error();
    if (*found)
      return std::move(**found);
  }
  return Error{ErrorCode::TargetFailed, m_witness.program.path, "each run of the program shows more shared memory"};
}

} // namespace revisit
