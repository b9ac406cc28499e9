#include "explore/sections/reversals.h"

#include <algorithm>
#include <map>

namespace revisit {

namespace {

// The order that all equivalent orders of the steps keep.
class StepOrder {
public:
  StepOrder(const ExecutionGraph& graph, std::span<const TakenStep> steps)
      : m_graph(graph), m_steps(steps), m_before(steps.size(), std::vector<bool>(steps.size(), false)),
        m_previous(steps.size(), none) {
    std::map<ThreadId, std::size_t> last; // by thread: its last step, or the step that created it
    for (std::size_t at = 0; at < steps.size(); at++) {
      const TakenStep& step = steps[at];
      if (const auto own = last.find(step.thread); own != last.end())
        m_previous[at] = own->second;
      else if (at != 0 && step.thread.valid())
        m_previous[at] = 0;
      if (m_previous[at] != none)
        follow(at, m_previous[at]);
      for (const ThreadId child : step.footprint.joined)
        if (const auto ended = last.find(child); ended != last.end())
          follow(at, ended->second);
      for (const EventId arrival : step.footprint.awaited)
        followArrivals(at, arrival);
      for (std::size_t i = 0; i < at; i++)
        if (steps[i].isTaken && !m_before[at][i] && conflict(steps[i].footprint, step.footprint))
          follow(at, i);
      if (step.thread.valid())
        last[step.thread] = at;
      for (const ThreadId child : step.footprint.created)
        last[child] = at;
    }
  }

  static constexpr std::size_t none = ~std::size_t{0};

  bool before(std::size_t first, std::size_t second) const { return m_before[second][first]; }
  // Whether `first` comes before, or is, the previous step of the thread of `second`.
  bool beforePrevious(std::size_t first, std::size_t second) const {
    const std::size_t previous = m_previous[second];
    return previous != none && (previous == first || before(first, previous));
  }

private:
  void follow(std::size_t step, std::size_t first) {
    std::vector<bool>& own = m_before[step];
    own[first] = true;
    for (std::size_t i = 0; i < first; i++)
      if (m_before[first][i])
        own[i] = true;
  }

  // A pass comes after the arrival that completed its round, and after everything before that arrival.
  void followArrivals(std::size_t at, EventId arrival) {
    for (EventId id = arrival; id.valid(); id = m_graph.event(id).previous) {
      const Event& event = m_graph.event(id);
      for (std::size_t i = 0; i < at; i++)
        if (m_steps[i].thread == event.thread && m_steps[i].begin <= event.index && event.index < m_steps[i].end)
          follow(at, i);
    }
  }

  const ExecutionGraph& m_graph;
  std::span<const TakenStep> m_steps;
  std::vector<std::vector<bool>> m_before;
  std::vector<std::size_t> m_previous;
};

} // namespace

// The sequence of a reversal contains all steps that do not come after the first step of the race. It also contains
// those that the second step does not need: it is not known yet what the second step accesses when it comes first, and
// that may conflict with them. If steps in between conflict too, the nearest race leads to all orders. The exception is
// a step that may have to wait: it may be possible before a farther step although it is not possible before the nearest
// one. For example, a lock operation can come before another thread's lock, but not before that thread's unlock.
std::vector<Reversal> reversalsOf(const ExecutionGraph& graph, std::span<const TakenStep> steps, std::size_t from) {
  const StepOrder order(graph, steps);
  std::vector<Reversal> found;
  for (std::size_t second = from; second < steps.size(); second++)
    for (std::size_t first = 1; first < second; first++) {
      if (!steps[first].isTaken || steps[first].thread == steps[second].thread || order.beforePrevious(first, second) ||
          !conflict(steps[first].footprint, steps[second].footprint))
        continue;
      bool isNearest = true;
      Reversal reversal{first, {}};
      for (std::size_t i = first + 1; i < second; i++) {
        if (!order.before(first, i)) {
          if (steps[i].isTaken)
            reversal.sequence.push_back({steps[i].thread, steps[i].choices, steps[i].footprint});
        } else if (order.before(i, second)) {
          isNearest = false;
        }
      }
      if (!isNearest && !steps[second].mayWait)
        continue;
      reversal.sequence.push_back({steps[second].thread, {}, steps[second].footprint});
      found.push_back(std::move(reversal));
    }
  return found;
}

} // namespace revisit
