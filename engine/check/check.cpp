#include "check/check.h"

#include "check/check_notes.h"
#include "check/collector.h"
#include "check/launch.h"
#include "check/observer_feed.h"
#include "check/portfolio.h"
#include "check/progress_meter.h"
#include "check/race_rules.h"

#include <fmt/format.h>

namespace revisit {

namespace {

using instrument::Image;

// Lets the worker explore, and passes what it finds to the collector.
Result<CheckReport> explore(const CheckOptions& options, const Image& image, Worker& worker, Collector& collector,
                            const ProgressMeter::Tell& tell) {
  ProgressMeter meter(options, worker, tell);
  ExploreOptions explore = options.explore;
  addNotedRaces(image.raceNotes(), explore.intendedRaces);
  explore.unroll = options.unroll;
  explore.keepGoing |= !options.only.empty();
  explore.pollEachExecution = options.control != nullptr;
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

  std::vector<CheckNote> warnings;
  addImageWarnings(image, warnings);
  Result<CheckReport> report =
      collector.conclude(std::move(exploration), worker, std::move(warnings), explore.intendedRaces.rules);
  if (report)
    report->log = feed.log();
  return report;
}

} // namespace

Result<CheckReport> runCheck(const CheckOptions& options, const std::function<void(const CheckProgress&)>& progress) {
  if (options.model != ModelKind::Sc && options.algorithm != Algorithm::ConDpor)
    return Error{ErrorCode::BadUsage, "--algorithm",
                 fmt::format("the algorithm '{}' explores sequentially consistent executions only: use condpor with "
                             "--model {}",
                             nameOf(options.algorithm), nameOf(options.model))};
  if (options.summaries && !canSummarise(options.algorithm))
    return Error{
        ErrorCode::BadUsage, "--summaries",
        fmt::format("the algorithm '{}' makes none: use ag, or s-por, dl-s-por, stateful, symbolic, dpor, fg-dpor",
                    nameOf(options.algorithm))};
  if (options.sleepSets && !exploresPaths(options.algorithm))
    return Error{ErrorCode::BadUsage, "--sleep-sets",
                 fmt::format("the algorithm '{}' has none: use symbolic, dpor or fg-dpor", nameOf(options.algorithm))};
  if (options.slicing == true && !options.summarises())
    return Error{ErrorCode::BadUsage, "--slicing", "only searches with summaries slice: use ag, or --summaries"};
  if (!options.readSymbols && !options.summarises())
    return Error{ErrorCode::BadUsage, "--no-read-symbols",
                 "only searches with summaries have such symbols: use ag, or --summaries"};
  const Result<Image> image = openInstrumented(options.program);
  if (!image)
    return image.error();
  if (options.algorithm == Algorithm::Portfolio)
    return runPortfolio(options, image.value().usesInputs(), progress);
  Collector collector(options);
  Worker worker(options);
  if (const Status launched = worker.launch(image.value()); !launched)
    return collector.concludeUnstarted(launched.error(), worker.budget().reached());
  return explore(options, image.value(), worker, collector, progress);
}

} // namespace revisit
