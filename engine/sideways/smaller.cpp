#include "sideways/smaller.h"

#include "explore/schedules/preemption_bounded.h"
#include "solver/small_values.h"

#include <limits>

namespace revisit {

std::uint64_t distanceOfInputs(ExplorationState& state) {
  if (state.pool().symbolCount() == 0)
    return 0;
  const std::vector<ExprId>& conditions = state.planner().pathCondition();
  const std::optional<Assignment> inputs = smallModel(state.planner().solver(), state.pool(), conditions);
  if (!inputs)
    return std::numeric_limits<std::uint64_t>::max();
  std::uint64_t sum = 0;
  for (const auto& [symbol, value] : inputs->entries())
    sum = withDistance(sum, value, state.pool().symbolInfo(symbol).width);
  return sum;
}

Result<Smallest> searchSmaller(Program& program, MemoryModel& model, Solver& solver, ExploreOptions options,
                               const Smallness& known, const SmallerSearch& search) {
  Smallest smallest{known};
  const Explorer* running = nullptr;
  // The rounds are explored one after the other; the number of those that were explored completely.
  const auto done = [&]() -> std::size_t {
    const std::optional<unsigned> last = running->progress().preemptions;
    return last ? std::size_t{*last} + 1 : 0;
  };
  options.preemptions = static_cast<unsigned>(known.preemptions);
  options.keepGoing = true;
  options.pollEachExecution = true;
  options.cancelled = [&, before = options.cancelled] {
    return done() > smallest.size.preemptions || (before && before());
  };
  const std::unique_ptr<Explorer> explorer = makePreemptionBounded(program, model, solver, options);
  running = explorer.get();
  explorer->onRestart(search.restarted);
  explorer->onExecution([&](const Execution& execution) {
    Smallness size{.preemptions = done(), .events = execution.graph.eventCount()};
    if (size > smallest.size || !search.shows(execution))
      return;
    size.inputs = distanceOfInputs(execution.state);
    if (size < smallest.size && search.keep(execution))
      smallest.size = size;
  });
  const Result<Exploration> explored = explorer->run();
  if (!explored)
    return explored.error();
  smallest.hasFewestPreemptions = done() >= smallest.size.preemptions;
  smallest.hasFewestEvents = done() > smallest.size.preemptions;
  return smallest;
}

} // namespace revisit
