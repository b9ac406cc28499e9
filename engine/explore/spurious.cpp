#include "explore/spurious.h"

#include "explore/waiting_rounds.h"

#include <algorithm>
#include <map>

namespace revisit {

namespace {

constexpr unsigned mostStepsAhead = 8; // that are followed behind the step in question

// What the thread does behind that step, as long as it only takes mutexes and gives them back.
struct Ahead {
  StateId state;                   // behind the steps
  std::vector<const Label*> steps; // on mutexes
};

class Return {
public:
  Return(const ExecutionGraph& graph, Program& program, const ProgramTraits& traits, ThreadId thread)
      : m_graph(graph), m_program(program), m_traits(traits), m_now(graph.state(thread)),
        m_events(graph.events(thread)) {}

  // Whether the thread is back in a state before which, or behind whose lock, nothing has to be kept.
  bool isBack(const Ahead& ahead) const {
    const StateClassId here = m_program.classOf(ahead.state);
    if (!here.valid())
      return false;
    if (m_program.classOf(m_now) == here && isBalanced(m_events.size(), ahead, nullptr))
      return true;
    const Label* const last = ahead.steps.empty() || !takesMutex(*ahead.steps.back()) ? nullptr : ahead.steps.back();
    for (std::size_t i = m_events.size(); i-- > 0;) {
      const Event& event = m_graph.event(m_events[i]);
      const bool isOfMutex = takesMutex(*event.label) || givesMutexBack(*event.label);
      if (event.label->joined || (!isOfMutex && !changesNothing(m_graph, m_events[i])))
        return false;
      if (m_program.classOf(event.before) == here && isBalanced(i, ahead, nullptr))
        return true;
      if (last && takesMutex(*event.label) && event.label->object == last->object &&
          m_program.classOf(event.after) == here && isBalanced(i + 1, ahead, last))
        return true;
    }
    return false;
  }

private:
  // Whether from this event on the thread gives back all mutexes that it takes, and takes back those that it gives back
  // only if that is `last`; and none of them is tried.
  bool isBalanced(std::size_t from, const Ahead& ahead, const Label* last) const {
    std::map<ObjectId, int> depths;
    bool isKept = true;
    const auto follow = [&](const Label& label) {
      if (takesMutex(label))
        depths[label.object]++;
      else if (givesMutexBack(label))
        isKept &= --depths[label.object] >= (last && last->object == label.object ? -1 : 0);
    };
    for (const EventId id : m_events.subspan(from)) {
      const Event& event = m_graph.event(id);
      follow(*event.label);
      isKept &= !takesMutex(*event.label) || event.seen.value == Value::concrete(object_result::ok);
    }
    for (const Label* const step : ahead.steps)
      follow(*step);
    return isKept && std::ranges::all_of(depths, [&](const auto& depth) {
             return depth.second == 0 && !m_traits.isTried(depth.first);
           });
  }

  const ExecutionGraph& m_graph;
  Program& m_program;
  const ProgramTraits& m_traits;
  StateId m_now; // before the step
  std::span<const EventId> m_events;
};

} // namespace

std::uint32_t spuriousSteps(const ExecutionGraph& graph, ThreadId thread) {
  return static_cast<std::uint32_t>(
      std::ranges::count_if(graph.events(thread), [&](EventId id) { return isSpurious(graph.event(id)); }));
}

Shows showsIfSpurious(const ExecutionGraph& graph, Program& program, const ProgramTraits& traits, ThreadId thread,
                      const Observation& seen) {
  const Return back(graph, program, traits, thread);
  Ahead ahead{program.advance(graph.state(thread), seen), {}};
  for (unsigned step = 0; step <= mostStepsAhead; step++) {
    const Label* const next = program.next(ahead.state);
    if (!next)
      return Shows::Unknown;
    if (back.isBack(ahead))
      return Shows::Nothing;
    if (!takesMutex(*next) && !givesMutexBack(*next))
      break;
    ahead.steps.push_back(next);
    ahead.state = program.advance(ahead.state, {.value = Value::concrete(object_result::ok)});
  }
  return Shows::Something;
}

} // namespace revisit
