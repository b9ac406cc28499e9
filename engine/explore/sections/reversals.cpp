#include "explore/sections/reversals.h"

#include "base/causal_clocks.h"

#include <algorithm>
#include <map>

namespace revisit {

namespace {

// The order that all equivalent orders of the steps keep, as clocks. The order of a thread's steps is part of it.
class StepOrder {
public:
  // O(steps^2).
  StepOrder(const ExecutionGraph& graph, std::span<const TakenStep> steps)
      : m_graph(graph), m_steps(steps), m_clocks(rowOf(ThreadId(graph.threadCount())), steps.size()),
        m_previous(steps.size(), none) {
    std::map<ThreadId, std::size_t> last; // by thread: its last step, or the step that created it
    std::vector<std::uint32_t> counts(rowOf(ThreadId(graph.threadCount())));
    for (std::size_t at = 0; at < steps.size(); at++) {
      const TakenStep& step = steps[at];
      if (const auto own = last.find(step.thread); own != last.end())
        m_previous[at] = own->second;
      else if (at != 0 && step.thread.valid())
        m_previous[at] = 0;
      if (m_previous[at] != none)
        m_clocks.join(at, m_previous[at]);
      for (const ThreadId child : step.footprint.joined)
        if (const auto ended = last.find(child); ended != last.end())
          m_clocks.join(at, ended->second);
      for (const EventId arrival : step.footprint.awaited)
        followArrivals(at, arrival);
      m_numbers.push_back(++counts[rowOf(step.thread)]);
      for (std::size_t i = at; i-- > 0;) // the newest first: it comes after most of the others
        if (steps[i].isTaken && !before(i, at) && conflict(steps[i].footprint, step.footprint))
          m_clocks.join(at, i);
      m_clocks.of(at)[rowOf(step.thread)] = m_numbers[at];
      if (step.thread.valid())
        last[step.thread] = at;
      for (const ThreadId child : step.footprint.created)
        last[child] = at;
    }
  }

  static constexpr std::size_t none = ~std::size_t{0};

  // Strict. Requires `first` < `second`.
  bool before(std::size_t first, std::size_t second) const {
    return m_clocks.of(second)[rowOf(m_steps[first].thread)] >= m_numbers[first];
  }
  // Whether `first` comes before, or is, the previous step of the thread of `second`.
  bool beforePrevious(std::size_t first, std::size_t second) const {
    const std::size_t previous = m_previous[second];
    return previous != none && (previous == first || (first < previous && before(first, previous)));
  }

private:
  // The first row is that of the events that threads decide alone at the beginning.
  static std::size_t rowOf(ThreadId thread) { return thread.valid() ? thread.value() + 1 : 0; }

  // A pass comes after the arrival that completed its round, and after everything before that arrival.
  void followArrivals(std::size_t at, EventId arrival) {
    for (EventId id = arrival; id.valid(); id = m_graph.event(id).previous) {
      const Event& event = m_graph.event(id);
      for (std::size_t i = 0; i < at; i++)
        if (m_steps[i].thread == event.thread && m_steps[i].begin <= event.index && event.index < m_steps[i].end)
          m_clocks.join(at, i);
    }
  }

  const ExecutionGraph& m_graph;
  std::span<const TakenStep> m_steps;
  std::vector<std::uint32_t> m_numbers; // by step: its number in its thread, from 1
  CausalClocks m_clocks;                // by step and row: how many steps come before it or are it
  std::vector<std::size_t> m_previous;
};

} // namespace

// The sequence of a reversal contains all steps that do not come after the first step of the race. It also contains
// those that the second step does not need: it is not known yet what the second step accesses when it comes first, and
// that may conflict with them. Those that were taken after the second step are part of it too: without them, a step
// that sleeps would seem to cover the sequence, although one of them wakes it. If steps in between conflict too, the
// nearest race leads to all orders. The exception is a step that may have to wait: it may be possible before a farther
// step although it is not possible before the nearest one. For example, a lock operation can come before another
// thread's lock, but not before that thread's unlock.
void eachReversal(const ExecutionGraph& graph, std::span<const TakenStep> steps, std::size_t from,
                  const std::function<bool(Reversal)>& found) {
  const StepOrder order(graph, steps);
  Sequence shared; // by step
  for (const TakenStep& step : steps)
    shared.push_back(std::make_shared<const PlannedStep>(step));
  for (std::size_t second = from; second < steps.size(); second++) {
    const auto last =
        std::make_shared<const PlannedStep>(PlannedStep{steps[second].thread, {}, steps[second].footprint});
    for (std::size_t first = 1; first < second; first++) {
      if (!steps[first].isTaken || steps[first].thread == steps[second].thread || order.beforePrevious(first, second) ||
          !conflict(steps[first].footprint, steps[second].footprint))
        continue;
      bool isNearest = true;
      Reversal reversal{first, {}};
      for (std::size_t i = first + 1; i < steps.size(); i++) {
        if (!order.before(first, i)) {
          if (steps[i].isTaken)
            reversal.sequence.push_back(shared[i]);
        } else if (i < second && order.before(i, second)) {
          isNearest = false;
        }
      }
      if (!isNearest && !steps[second].mayWait)
        continue;
      reversal.sequence.push_back(last);
      if (!found(std::move(reversal)))
        return;
    }
  }
}

} // namespace revisit
