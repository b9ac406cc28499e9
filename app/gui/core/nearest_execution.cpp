#include "nearest_execution.h"

#include "query/compare/compare.h"

#include <algorithm>

namespace revisit::gui {
namespace {

constexpr std::uint64_t reach = 1000; // executions on each side that are considered
constexpr std::size_t maxCompared = 60;

bool endsByItself(const ExecutionSummary& summary) {
  return summary.kind != ExecutionKind::Blocked && summary.kind != ExecutionKind::Cut;
}

// The executions around the number, nearest first.
std::vector<ExecutionSummary> around(const ExplorationLog& log, std::uint64_t number) {
  const std::uint64_t first = number > reach ? number - reach : 1;
  std::vector<ExecutionSummary> found = log.executions(first, number - first + reach + 1);
  std::erase_if(found, [&](const ExecutionSummary& summary) { return summary.number == number; });
  std::ranges::stable_sort(found, {}, [&](const ExecutionSummary& summary) {
    return summary.number > number ? summary.number - number : number - summary.number;
  });
  return found;
}

// Prefers executions with a different ending, then those that ended at all.
void rank(std::vector<ExecutionSummary>& summaries, bool hasBug) {
  std::ranges::stable_sort(summaries, {}, [&](const ExecutionSummary& summary) {
    const bool isOtherwise = (summary.bug != nullptr) != hasBug;
    return (isOtherwise && endsByItself(summary)) ? 0 : endsByItself(summary) ? 1 : 2;
  });
}

// The number of events that only one of the two has.
std::size_t distance(const Execution& a, const Execution& b) {
  return a.timeline().size() + b.timeline().size() - 2 * compare(a.timeline(), b.timeline()).common;
}

} // namespace

ExecutionPointer nearestOther(const ExecutionPointer& execution) {
  const ExecutionOrigin& origin = execution->origin();
  const bool hasBug = execution->witness().error.kind != ErrorKind::None;
  std::vector<ExecutionSummary> candidates = around(*origin.log, origin.execution);
  rank(candidates, hasBug);
  const auto isOtherwise = [&](const ExecutionSummary& summary) {
    return (summary.bug != nullptr) != hasBug && endsByItself(summary);
  };
  const bool isAnyOtherwise = !candidates.empty() && isOtherwise(candidates.front());
  ExecutionPointer nearest;
  std::size_t least = 0, compared = 0;
  for (const ExecutionSummary& candidate : candidates) {
    if (compared == maxCompared || (isAnyOtherwise && !isOtherwise(candidate)))
      break;
    const Result<ExecutionPointer> other = executionOf(origin.log, candidate.number);
    if (!other)
      continue;
    compared++;
    const std::size_t apart = distance(*execution, *other.value());
    if (!nearest || apart < least) {
      nearest = other.value();
      least = apart;
    }
  }
  return nearest;
}

} // namespace revisit::gui
