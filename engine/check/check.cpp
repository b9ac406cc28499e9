#include "check/check.h"

#include "check/options/race_rules.h"
#include "check/pieces/shared_exploration.h"
#include "check/progress/progress_meter.h"
#include "check/report/check_notes.h"
#include "check/strategies/budgeted.h"
#include "check/strategies/portfolio.h"
#include "check/strategies/rising_bounds.h"
#include "check/worker/collector.h"
#include "check/worker/goal_notes.h"
#include "check/worker/launch.h"
#include "check/worker/observer_feed.h"
#include "check/worker/sought_goal.h"

#include <fmt/format.h>

namespace revisit {

PermittedSet CheckOptions::permitted() const {
  PermittedSet all = faults;
  if (triesSpurious())
    all |= bitOf(Permitted::WakeUp) | bitOf(Permitted::TryLock);
  if (triesSpurious() && search.model != ModelKind::Tso && search.model != ModelKind::Pso && !search.summarises())
    all |= bitOf(Permitted::WeakSwap);
  return all;
}

namespace {

using instrument::Image;

struct Explored {
  PieceReport report;
  SolverStats solver;
  std::uint64_t nativeRuns = 0;
  std::shared_ptr<const ExplorationLog> log;
};

ExploreOptions exploreOptions(const CheckOptions& options, const Image& image) {
  ExploreOptions explore = options.explore;
  addNotedRaces(image.raceNotes(), explore.intendedRaces);
  explore.unroll = options.bounds.unroll;
  explore.triesSpurious = options.triesSpurious();
  explore.keepGoing |= !options.only.empty();
  explore.pollEachExecution = options.control != nullptr;
  return explore;
}

IsMarked marksOf(const Image& image) {
  return [&image](const GoalLine& line) { return image.isMarked(line.file, line.line); };
}

// The goal was not found: what else may be the reason than that it holds nowhere.
void noteGoal(const GoalMatcher& matcher, const CheckOptions& options, const Image& image, PieceReport& report) {
  const IsMarked isMarked = marksOf(image);
  if (const Status lines = checkLinesMet(matcher, options, isMarked); !lines) {
    report.failure = lines.error();
    return;
  }
  const bool isComplete = report.reasons.empty() && report.notes.empty() && !report.failure;
  if (const Status met = isComplete ? checkNamesMet(matcher) : Status(Done{}); !met)
    report.failure = met.error();
  std::vector<CheckNote> reasons = goalReasons(matcher, options, isMarked);
  std::ranges::move(reasons, std::back_inserter(report.notes));
}

// Lets one worker explore everything, and passes what it finds to a collector.
Explored exploreAlone(const CheckOptions& options, const Image& image, ExploreOptions explore, Worker& worker,
                      const ProgressMeter::Tell& tell) {
  Collector collector(options);
  TreeEstimator estimator(options, image, explore); // it has a worker of its own, which looks for nothing
  std::optional<GoalMatcher> matcher;
  std::unique_ptr<ExplorationGoal> sought;
  if (options.goal) {
    matcher.emplace(*options.goal, worker.cache());
    sought = soughtGoal(*matcher, options);
    explore.goal = sought.get();
    collector.lookFor(*matcher);
    if (hasLineWithoutCode(*options.goal, options, marksOf(image)))
      explore.maxExecutions = 1;
  }
  ProgressMeter meter(options, worker, &estimator, tell);
  explore.cancelled = [&] {
    const bool isStopped = meter.poll();
    return isStopped || collector.isDone();
  };
  worker.prepare(explore);

  ObserverFeed feed(options, worker);
  worker.explorer().onExecution([&](const Execution& execution) {
    feed.add(execution);
    collector.add(execution, worker);
  });
  worker.explorer().onRestart([&] {
    collector.restart();
    feed.restart();
  });
  meter.begin();
  Result<Exploration> explored = worker.run();
  Exploration exploration = explored ? std::move(explored.value()) : worker.explorer().progress();
  if (!explored)
    collector.fail(explored.error());
  if (collector.hasFailed())
    exploration.seconds = meter.seconds();
  PieceReport whole; // joins what has the same place under several numbers, as with several workers
  whole.append(collector.take(std::move(exploration), worker));
  if (matcher && !whole.goalWitness)
    noteGoal(*matcher, options, image, whole);
  return {std::move(whole), worker.solver().stats(), worker.oracle().nativeRuns(), feed.log()};
}

// The report of a check whose program did not reach its main function. Fails with `error` when that is not a finding
// about the program. `bound`: whether the launch ended because of a bound.
Result<CheckReport> unstarted(const CheckOptions& options, const Error& error, Budget::Reached bound) {
  CheckReport report;
  if (error.code == ErrorCode::Killed) {
    report.reasons.push_back(killedNote(error));
  } else if (error.code == ErrorCode::Interrupted && bound != Budget::Reached::No) {
    report.exploration.incomplete.push_back(reasonOf(bound));
    const IncompleteReason& reason = report.exploration.incomplete.back();
    report.reasons.push_back(withBound(noteOf(reason), reason, options));
  } else {
    return error;
  }
  report.nothingChecked = true;
  return report;
}

Result<CheckReport> explore(const CheckOptions& options, const Image& image, const ProgressMeter::Tell& tell) {
  ExploreOptions explore = exploreOptions(options, image);
  std::optional<Explored> explored;
  std::vector<CheckNote> warnings;
  bool isKept = false;
  if (!options.goal && (options.sharing.workers > 1 || options.sharing.remote || !options.sharing.checkpoint.empty()) &&
      canBeShared(options)) {
    Result<SharedResult> shared = exploreShared(options, image, explore, tell);
    if (!shared)
      return shared.error();
    if (shared->unstarted)
      return unstarted(options, *shared->unstarted, shared->bound);
    isKept = !shared->isWhole && !options.sharing.checkpoint.empty();
    if (!shared->isWhole)
      explored.emplace(std::move(shared->report), shared->solver, shared->nativeRuns, nullptr);
    else // it has the rest of the time, and a tenth of all at least
      explore.timeoutSeconds =
          std::max(explore.timeoutSeconds - shared->report.exploration.seconds, explore.timeoutSeconds / 10);
    warnings = std::move(shared->warnings);
    if (shared->isWhole && options.sharing.remote)
      warnings.push_back({"distributed",
                          "one worker explored everything: this program is explored as a whole, because of its atomic "
                          "sections or waiting loops",
                          "", 0});
    if (shared->isWhole && !options.sharing.checkpoint.empty())
      warnings.push_back({"checkpoint",
                          "nothing is kept in the checkpoint: this program is explored as a whole, because of its "
                          "atomic sections or waiting loops",
                          "", 0});
  }
  if (!explored) {
    Worker worker(options);
    if (const Status launched = worker.launch(image); !launched)
      return unstarted(options, launched.error(), worker.budget().reached());
    explored.emplace(exploreAlone(options, image, explore, worker, tell));
  }
  if (explored->report.failure && (options.goal || explored->report.exploration.counts.total() == 0))
    return *explored->report.failure;
  addImageWarnings(image, warnings);
  if (!options.testing.secondModel && image.usesInputs())
    warnings.push_back(
        {"no-second-model",
         "no run with other inputs tested whether the dependence of a value was lost (--no-second-model)", "", 0});
  CheckReport report = conclude(std::move(explored->report), options, std::move(warnings), explore.intendedRaces.rules);
  report.solver = explored->solver;
  report.nativeRuns = explored->nativeRuns;
  report.log = std::move(explored->log);
  report.isKept = isKept;
  return report;
}

} // namespace

Result<CheckReport> runCheck(const CheckOptions& options, const std::function<void(const CheckProgress&)>& progress) {
  if (options.search.model != ModelKind::Sc && options.search.algorithm != Algorithm::ConDpor)
    return Error{ErrorCode::BadUsage, "--algorithm",
                 fmt::format("the algorithm '{}' explores sequentially consistent executions only: use condpor with "
                             "--model {}",
                             nameOf(options.search.algorithm), nameOf(options.search.model))};
  if (options.search.summaries && !canSummarise(options.search.algorithm))
    return Error{
        ErrorCode::BadUsage, "--summaries",
        fmt::format("the algorithm '{}' makes none: use ag, or s-por, dl-s-por, stateful, symbolic, dpor, fg-dpor",
                    nameOf(options.search.algorithm))};
  if (options.search.sleepSets && !exploresPaths(options.search.algorithm))
    return Error{
        ErrorCode::BadUsage, "--sleep-sets",
        fmt::format("the algorithm '{}' has none: use symbolic, dpor or fg-dpor", nameOf(options.search.algorithm))};
  if (options.search.slicing == true && !options.search.summarises())
    return Error{ErrorCode::BadUsage, "--slicing", "only searches with summaries slice: use ag, or --summaries"};
  if (!options.search.readSymbols && !options.search.summarises())
    return Error{ErrorCode::BadUsage, "--no-read-symbols",
                 "only searches with summaries have such symbols: use ag, or --summaries"};
  if (!options.sharing.checkpoint.empty() && !canBeShared(options))
    return Error{ErrorCode::BadUsage, "--checkpoint",
                 "an exploration is kept only with --algorithm condpor, and without --max-executions and --by-items"};
  if (!options.sharing.checkpoint.empty() && options.explore.checkDuplicates)
    return Error{ErrorCode::BadUsage, "--checkpoint", "executions are not kept: leave out --check-duplicates"};
  if (options.sharing.remote && !canBeShared(options))
    return Error{ErrorCode::BadUsage, "--distributed",
                 "an exploration is distributed only with --algorithm condpor, and without --max-executions and "
                 "--by-items"};
  const Result<Image> image = openInstrumented(options.program.path);
  if (!image)
    return image.error();
  const auto run = [&](const CheckOptions& within) {
    if (within.bounds.budgetSeconds > 0)
      return runBudgeted(within, progress);
    if (within.search.algorithm == Algorithm::Portfolio)
      return runPortfolio(within, image.value().usesInputs(), progress);
    return explore(within, image.value(), progress);
  };
  return mayRise(options) ? runRising(options, run) : run(options);
}

} // namespace revisit
