#include "sideways/session/find_session.h"

#include "check/report/check_notes.h"
#include "check/worker/goal_notes.h"
#include "check/worker/launch.h"
#include "sideways/session/opened.h"

#include <algorithm>

namespace revisit {

namespace {

GoalPrefix prefixOf(const Witness& witness, std::size_t position) {
  GoalPrefix prefix;
  for (std::size_t i = 0; i < std::min(position, witness.schedule.size()); i++) {
    const WitnessEvent& event = witness.schedule[i];
    GoalPrefix::Step& step = prefix.steps.emplace_back();
    step.thread = ThreadId(event.thread);
    step.index = event.index;
    step.kind = event.kind;
    step.side = event.holds;
    step.place = event.coherence.value_or(static_cast<unsigned>(i));
    if (event.reads)
      step.source = event.readsFrom ? GoalPrefix::Source{ThreadId(event.readsFrom->thread), event.readsFrom->index}
                                    : GoalPrefix::Source{};
    if (event.kind == LabelKind::Object || event.kind == LabelKind::Enumerate)
      step.seen = event.seen;
  }
  return prefix;
}

} // namespace

Result<FoundFrom> findFrom(const Witness& witness, std::size_t position, Goal goal, double seconds,
                           const std::function<bool()>& cancelled) {
  goal.prefix = prefixOf(witness, position);
  CheckOptions options = optionsOf(witness, seconds);
  options.search.algorithm = Algorithm::ConDpor;
  const Result<instrument::Image> image = openInstrumented(options.program.path);
  if (!image)
    return image.error();
  Result<std::unique_ptr<Opened>> opened = Opened::open(options, &witness);
  if (!opened)
    return opened.error();
  Worker& worker = (*opened)->worker();
  GoalMatcher matcher(goal, worker.cache());
  ExploreOptions explore = options.explore;
  explore.equivalence = {};
  explore.triesSpurious = options.triesSpurious();
  explore.goal = &matcher;
  explore.cancelled = cancelled;
  for (const ErrorKind kind : {ErrorKind::Race, ErrorKind::Leak, ErrorKind::Stranded, ErrorKind::ExitStatus})
    explore.errors.treat(kind, Treatment::Ignored);
  worker.prepare(explore);
  std::optional<Result<Witness>> found;
  worker.explorer().onExecution([&](const Execution& execution) {
    if (execution.isGoal)
      found = worker.makeWitness(execution, ShownGoal{goal, *matcher.found()});
  });
  worker.explorer().onRestart([&] { found.reset(); });
  const Result<Exploration> explored = worker.run();
  if (!explored)
    return explored.error();
  FoundFrom result{std::nullopt, explored.value().counts, {}};
  if (found && !*found)
    return found->error();
  if (found) {
    result.witness = std::move(**found);
    return result;
  }
  options.program.sources.clear(); // they were compiled without marks of this goal
  const IsMarked isMarked = [&](const GoalLine& line) { return image.value().isMarked(line.file, line.line); };
  for (const IncompleteReason& reason : explored.value().incomplete)
    result.reasons.push_back(noteOf(reason));
  if (const Status met = result.reasons.empty() ? checkNamesMet(matcher, options, isMarked) : Status(Done{}); !met)
    return met.error();
  std::ranges::move(goalReasons(matcher, options, isMarked), std::back_inserter(result.reasons));
  return result;
}

} // namespace revisit
