#include "check/model_diff.h"

#include "check/options/race_rules.h"
#include "check/progress/progress_meter.h"
#include "check/report/check_notes.h"
#include "check/worker/launch.h"
#include "check/worker/worker.h"
#include "explore/exploration_state.h"
#include "memory/consistency.h"

#include <algorithm>
#include <unordered_set>

namespace revisit {

namespace {

using Behaviours = std::unordered_set<GraphIdentity>;

class Comparison {
public:
  Comparison(const CheckOptions& options, const instrument::Image& image, const ProgressMeter::Tell& tell)
      : m_options(options), m_image(image), m_tell(tell) {}

  // Explores under one model. `visit` gets each execution, `forget` is called when all of them are void.
  template <class Visit, class Forget>
  Status explore(ModelDiff::Side& side, ModelDiff& diff, Visit&& visit, Forget&& forget) {
    CheckOptions options = m_options;
    options.search.model = side.model;
    options.search.algorithm = Algorithm::ConDpor;
    options.explore.keepGoing = true;
    Worker worker(options);
    if (const Status launched = worker.launch(m_image); !launched)
      return launched.error();
    ProgressMeter meter(options, worker, nullptr, m_tell);
    ExploreOptions explore = options.explore;
    addNotedRaces(m_image.raceNotes(), explore.intendedRaces);
    explore.unroll = options.bounds.unroll;
    explore.cancelled = [&] { return meter.poll(); };
    worker.prepare(explore);
    Behaviours all;
    worker.explorer().onExecution([&](const Execution& execution) {
      all.insert(identify(execution.graph, Identified::Observed));
      visit(execution, worker);
    });
    worker.explorer().onRestart([&] {
      all.clear();
      forget();
    });
    meter.begin();
    const Result<Exploration> explored = worker.run();
    if (!explored)
      return explored.error();
    side.executions = explored.value().counts.total();
    side.behaviours = all.size();
    for (const IncompleteReason& reason : explored.value().incomplete)
      diff.reasons.push_back(withBound(noteOf(reason, worker.oracle(), worker.cache()), reason, options));
    CheckReport incidents;
    addIncidents(worker.cache().incidents(), options.assumedHarmless, incidents);
    std::ranges::move(incidents.reasons, std::back_inserter(diff.reasons));
    diff.seconds += explored.value().seconds;
    return Done{};
  }

private:
  const CheckOptions& m_options;
  const instrument::Image& m_image;
  const ProgressMeter::Tell& m_tell;
};

// The number of the event in the witness's schedule; 0: no event.
std::size_t eventNumber(const Witness& witness, const ExecutionGraph& graph, EventId id) {
  if (!id.valid())
    return 0;
  const Event& event = graph.event(id);
  const auto found = std::ranges::find_if(witness.schedule, [&](const WitnessEvent& entry) {
    return entry.thread == event.thread.value() && entry.index == event.index;
  });
  return found == witness.schedule.end() ? 0 : static_cast<std::size_t>(found - witness.schedule.begin()) + 1;
}

ModelDifference differenceOf(const Execution& execution, Worker& worker, ModelKind forbidding) {
  ModelDifference made;
  made.execution = identify(execution.graph).text();
  made.kind = execution.kind;
  const std::vector<Bug> bugs = bugsOf(execution);
  if (Result<Witness> witness = worker.makeWitness(execution, bugs.empty() ? std::nullopt : std::optional(bugs[0]));
      witness) {
    made.forbidden =
        eventNumber(*witness, execution.graph, firstForbidden(execution.graph, execution.state.program(), forbidding));
    made.witness = std::make_shared<Witness>(std::move(*witness));
  }
  return made;
}

} // namespace

Result<ModelDiff> compareModels(const CheckOptions& options, ModelKind first, ModelKind second,
                                const std::function<void(const CheckProgress&)>& progress) {
  const Result<instrument::Image> image = openInstrumented(options.program.path);
  if (!image)
    return image.error();
  ModelDiff diff;
  diff.first.model = first;
  diff.second.model = second;
  Comparison comparison(options, image.value(), progress);
  Behaviours known;
  if (const Status status = comparison.explore(
          diff.first, diff,
          [&](const Execution& execution, Worker&) { known.insert(identify(execution.graph, Identified::Observed)); },
          [&] { known.clear(); });
      !status)
    return status.error();
  Behaviours found;
  const auto visit = [&](const Execution& execution, Worker& worker) {
    const GraphIdentity behaviour = identify(execution.graph, Identified::Observed);
    if (known.contains(behaviour) || !found.insert(behaviour).second)
      return;
    diff.onlySecond++;
    if (diff.differences.size() < maxDifferences)
      diff.differences.push_back(differenceOf(execution, worker, first));
  };
  const auto forget = [&] {
    found.clear();
    diff.differences.clear();
    diff.onlySecond = 0;
  };
  if (const Status status = comparison.explore(diff.second, diff, visit, forget); !status)
    return status.error();
  return diff;
}

} // namespace revisit
