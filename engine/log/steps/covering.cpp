#include "log/steps/covering.h"

#include <algorithm>

namespace revisit {
namespace {

bool isIn(const std::vector<WitnessEventRef>& events, const WitnessEventRef& event) {
  return std::ranges::find(events, event) != events.end();
}

// What the step would have led to: the graph without the deleted events, and what was to be added.
class CoveredGraph {
public:
  CoveredGraph(const ExplorationLog& log, const Step& step) : m_step(step), m_rest(log.graphAfter(step.number)) {
    for (const LogEvent& event : step.deleted)
      m_deleted.push_back(event.self);
    const auto isGone = [&](const WitnessEventRef& event) { return isIn(m_deleted, event); };
    for (std::vector<LogEvent>& thread : m_rest.threads)
      std::erase_if(thread, [&](const LogEvent& event) { return isGone(event.self); });
    for (std::vector<WitnessEventRef>& order : m_rest.orders)
      std::erase_if(order, isGone);
  }

  // Whether all of it is part of the graph.
  bool isPartOf(const LoggedGraph& graph) const {
    for (std::size_t thread = 0; thread < m_rest.threads.size(); thread++)
      if (const std::vector<LogEvent>& events = m_rest.threads[thread]; !events.empty())
        if (thread >= graph.threads.size() || graph.threads[thread].size() < events.size() ||
            !std::equal(events.begin(), events.end(), graph.threads[thread].begin(),
                        [&](const LogEvent& a, const LogEvent& b) { return isTheSame(a, b); }))
          return false;
    for (std::size_t place = 0; place < m_rest.orders.size(); place++)
      if (const std::vector<WitnessEventRef>& order = m_rest.orders[place]; !order.empty()) {
        if (place >= graph.orders.size())
          return false;
        auto at = graph.orders[place].begin();
        for (const WitnessEventRef& event : order)
          if (at = std::find(at, graph.orders[place].end(), event); at == graph.orders[place].end())
            return false;
      }
    return hasAdded(graph);
  }

private:
  // A read of what would be deleted has read something else before that came.
  bool isTheSame(const LogEvent& kept, const LogEvent& there) const {
    const bool isSame = kept.shown->kind == there.shown->kind && kept.shown->holds == there.shown->holds &&
                        kept.outcome == there.outcome;
    return isSame && (kept.readsFrom == there.readsFrom || (kept.readsFrom && isIn(m_deleted, *kept.readsFrom)));
  }

  static const LogEvent* find(const LoggedGraph& graph, const WitnessEventRef& event) {
    return event.thread < graph.threads.size() && event.index < graph.threads[event.thread].size()
               ? &graph.threads[event.thread][event.index]
               : nullptr;
  }

  bool hasAdded(const LoggedGraph& graph) const {
    const LogEvent* const added = find(graph, m_step.event->self);
    if (!added || added->shown->kind != m_step.event->shown->kind)
      return false;
    if (m_step.kind == ActionKind::RevisitRefused) {
      const LogEvent* const read = find(graph, m_step.other->self);
      const std::optional<LogEvent>& source = m_step.source;
      return read && read->readsFrom == added->self &&
             (!source ||
              added->readsFrom ==
                  (source->presence == LogEvent::Presence::Initial ? std::nullopt : std::optional(source->self)));
    }
    // It comes before all operations that do not stay.
    if (added->place >= graph.orders.size())
      return false;
    for (const WitnessEventRef& event : graph.orders[added->place]) {
      if (event == added->self)
        return true;
      if (added->place >= m_rest.orders.size() || !isIn(m_rest.orders[added->place], event))
        return false;
    }
    return false;
  }

  const Step& m_step;
  std::vector<WitnessEventRef> m_deleted;
  LoggedGraph m_rest;
};

// The first execution that was finished at the step or later; one more than there are: none was.
std::uint64_t firstFrom(const ExplorationLog& log, std::uint64_t step) {
  std::uint64_t first = 1, end = log.executionCount() + 1;
  while (first < end) {
    const std::uint64_t middle = first + (end - first) / 2;
    if (log.stepOf(middle) != 0 && log.stepOf(middle) < step)
      first = middle + 1;
    else
      end = middle;
  }
  return first;
}

} // namespace

bool isCovered(const Step& step) {
  if (step.kind != ActionKind::RevisitRefused && step.kind != ActionKind::DisplaceRefused)
    return false;
  return step.refusal != Refusal::SolverUnknown &&
         std::ranges::any_of(step.verdicts, [](const std::optional<Refusal>& verdict) {
           return verdict && *verdict != Refusal::None && *verdict != Refusal::SolverUnknown;
         });
}

std::optional<std::uint64_t> coveringOf(const ExplorationLog& log, const Step& step) {
  if (!isCovered(step))
    return std::nullopt;
  const CoveredGraph goal(log, step);
  const std::uint64_t count = log.executionCount(), next = firstFrom(log, step.number);
  std::size_t looked = 0;
  const auto covers = [&](std::uint64_t execution) {
    if (execution == 0 || execution > count || log.stepOf(execution) == 0)
      return false;
    const LoggedGraph graph = log.graphAfter(log.stepOf(execution));
    looked += graph.added.size();
    return goal.isPartOf(graph);
  };
  for (std::uint64_t away = 0; away <= count && looked < maxLooked; away++) {
    if (away < next && covers(next - away - 1))
      return next - away - 1;
    if (covers(next + away))
      return next + away;
  }
  return std::nullopt;
}

} // namespace revisit
