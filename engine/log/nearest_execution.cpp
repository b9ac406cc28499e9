#include "log/nearest_execution.h"

#include "log/logged_graph.h"
#include "query/compare/compare.h"

#include <algorithm>
#include <tuple>

namespace revisit {
namespace {

// In a large exploration: how far away executions are looked for, and how many events are compared in all. Those that
// are next to it are compared however long they are.
constexpr std::uint64_t reach = 1000, mostEvents = 2'000'000, leastToCompare = 60;

bool endsByItself(const ExecutionSummary& summary) {
  return summary.kind != ExecutionKind::Blocked && summary.kind != ExecutionKind::Cut;
}

std::uint64_t apart(std::uint64_t a, std::uint64_t b) {
  return a > b ? a - b : b - a;
}

std::optional<Timeline> timelineOf(const ExplorationLog& log, std::uint64_t number) {
  const std::uint64_t step = log.stepOf(number);
  if (step == 0)
    return std::nullopt;
  Result<Timeline> timeline =
      Timeline::make(witnessOf(log.graphAfter(step), log.threadNames(), EventOrder::FewestSwitches));
  return timeline ? std::optional(std::move(*timeline)) : std::nullopt;
}

// The other executions, those that are most useful first, then the nearest by number.
std::vector<ExecutionSummary> candidatesOf(const ExplorationLog& log, const ExecutionSummary& of, bool isLarge) {
  const std::uint64_t first = isLarge && of.number > reach ? of.number - reach : 1;
  const std::uint64_t last = isLarge ? of.number + reach : log.executionCount();
  std::vector<ExecutionSummary> found = log.executions(first, last - first + 1);
  std::erase_if(found, [&](const ExecutionSummary& summary) { return summary.number == of.number; });
  const auto rank = [&](const ExecutionSummary& summary) {
    const bool isOtherwise = (summary.bug != nullptr) != (of.bug != nullptr);
    return !endsByItself(summary) ? 2 : isOtherwise ? 0 : 1;
  };
  std::ranges::stable_sort(found, {}, [&](const ExecutionSummary& summary) {
    return std::pair(rank(summary), apart(summary.number, of.number));
  });
  if (!found.empty() && rank(found.front()) == 0)
    std::erase_if(found, [&](const ExecutionSummary& summary) { return rank(summary) != 0; });
  return found;
}

} // namespace

std::optional<std::uint64_t> nearestExecution(const ExplorationLog& log, std::uint64_t number,
                                              const std::function<bool()>& isWanted) {
  const std::optional<ExecutionSummary> summary = log.execution(number);
  const std::optional<Timeline> here = summary ? timelineOf(log, number) : std::nullopt;
  if (!here)
    return std::nullopt;
  const bool isLarge = log.executionCount() > mostToCompare;
  std::optional<std::uint64_t> nearest;
  std::size_t common = 0, others = 0, compared = 0, events = 0;
  for (const ExecutionSummary& candidate : candidatesOf(log, *summary, isLarge)) {
    if (isLarge && (compared == mostToCompare || (compared >= leastToCompare && events > mostEvents)))
      break;
    if (isWanted && !isWanted())
      return std::nullopt;
    const std::optional<Timeline> there = timelineOf(log, candidate.number);
    if (!there)
      continue;
    compared++;
    events += here->size() + there->size();
    const std::size_t same = compare(*here, *there).common, rest = there->size() - same;
    if (!nearest || same > common || (same == common && rest < others))
      std::tie(nearest, common, others) = std::tuple(candidate.number, same, rest);
  }
  return nearest;
}

} // namespace revisit
