#include "explore/spurious.h"

#include "explore/waiting_rounds.h"

#include <algorithm>
#include <map>

namespace revisit {

namespace {

// Whether this only stores. What is stored once more is what was stored before.
bool isStore(const Event& event) {
  return event.label->kind == LabelKind::Write && event.writes && !changesLife(*event.label) &&
         !event.label->continuesSection;
}

// A thread at the end of its events: a step that happened for no reason, and operations on mutexes that followed it.
class Return {
public:
  Return(const ExecutionGraph& graph, Program& program, const Facts& facts, EventId step)
      : m_graph(graph), m_program(program), m_facts(facts), m_events(graph.events(graph.event(step).thread)),
        m_step(graph.event(step).index), m_here(program.classOf(graph.state(graph.event(step).thread))) {}

  // Whether the thread is back in a state before which, or behind whose lock, nothing has to be kept.
  bool isBack() const {
    if (!m_here.valid())
      return false;
    if (wasHereBefore(m_step) && isBalanced(m_step + 1, nullptr))
      return true;
    const Label& newest = *m_graph.event(m_events.back()).label;
    const Label* const last = takesMutex(newest) ? &newest : nullptr;
    for (std::size_t i = m_step; i-- > 0;) {
      const Event& event = m_graph.event(m_events[i]);
      const bool isOfMutex = takesMutex(*event.label) || givesMutexBack(*event.label);
      if (event.label->continuesSection || (!isOfMutex && !changesNothing(m_graph, m_events[i])))
        return false;
      if (wasHereBefore(i) && isBalanced(i, nullptr))
        return true;
      if (last && takesMutex(*event.label) && event.label->object == last->object &&
          m_program.classOf(event.after) == m_here && isBalanced(i + 1, last))
        return true;
    }
    return false;
  }

  // Whether the thread is back before stores that it has just done, and that nobody can tell from doing them again.
  bool isBackBeforeStores() const {
    if (!m_here.valid() || m_events.size() != m_step + 1)
      return false;
    for (std::size_t i = m_step; i-- > 0;) {
      const Event& event = m_graph.event(m_events[i]);
      if (!isStore(event) || m_facts.has("contended", event.location))
        return false;
      if (wasHereBefore(i))
        return true;
    }
    return false;
  }

private:
  bool wasHereBefore(std::size_t event) const {
    return m_program.classOf(m_graph.event(m_events[event]).before) == m_here;
  }

  // Whether from this event on the thread gives back all mutexes that it takes, and takes back those that it gives back
  // only if that is `last`; and none of them is tried.
  bool isBalanced(std::size_t from, const Label* last) const {
    std::map<ObjectId, int> depths;
    bool isKept = true;
    for (const EventId id : m_events.subspan(from)) {
      const Event& event = m_graph.event(id);
      const Label& label = *event.label;
      if (takesMutex(label)) {
        depths[label.object]++;
        isKept &= event.seen.value == Value::concrete(object_result::ok);
      } else if (givesMutexBack(label)) {
        isKept &= --depths[label.object] >= (last && last->object == label.object ? -1 : 0);
      }
    }
    return isKept && std::ranges::all_of(depths, [&](const auto& depth) {
             return depth.second == 0 && !m_facts.has("tried", depth.first);
           });
  }

  const ExecutionGraph& m_graph;
  Program& m_program;
  const Facts& m_facts;
  std::span<const EventId> m_events;
  std::size_t m_step;
  StateClassId m_here;
};

// Whether an access of another thread can tell a store from two with the same value.
bool tellsStoresApart(const Event& access) {
  return access.writes || access.label->order == MemoryOrder::Plain;
}

// The weak compare-and-swap before which the thread stores, and does nothing else. Invalid: there is none.
EventId swapBehind(const ExecutionGraph& graph, EventId store) {
  const std::span<const EventId> events = graph.events(graph.event(store).thread);
  for (const EventId id : events.subspan(graph.event(store).index))
    if (const Event& event = graph.event(id); !isStore(event))
      return event.label->kind == LabelKind::Cas && event.label->weak ? id : EventId();
  return {};
}

} // namespace

std::uint32_t spuriousSteps(const ExecutionGraph& graph, ThreadId thread) {
  return static_cast<std::uint32_t>(
      std::ranges::count_if(graph.events(thread), [&](EventId id) { return isSpurious(graph.event(id)); }));
}

bool showsNothing(const ExecutionGraph& graph, Program& program, const Facts& facts, EventId step,
                  StoresAgain storesAgain) {
  const Return back(graph, program, facts, step);
  return back.isBack() || (storesAgain == StoresAgain::LeftOut && back.isBackBeforeStores());
}

std::vector<EventId> storesBefore(const ExecutionGraph& graph, EventId swap) {
  const Event& event = graph.event(swap);
  const std::span<const EventId> events = graph.events(event.thread);
  std::vector<EventId> stores;
  for (std::size_t i = event.index; i-- > 0 && isStore(graph.event(events[i]));)
    stores.push_back(events[i]);
  return stores;
}

bool isContendedStore(const ExecutionGraph& graph, EventId store) {
  const Event& event = graph.event(store);
  return graph.anyAccess(event.location, [&](EventId id) {
    const Event& access = graph.event(id);
    return !graph.within(id, graph.clock(store)) && access.thread != event.thread && tellsStoresApart(access);
  });
}

bool contendsWithStore(const ExecutionGraph& graph, EventId access) {
  const Event& event = graph.event(access);
  if (!tellsStoresApart(event))
    return false;
  for (EventId w = graph.latestWrite(event.location); !graph.isInitial(w); w = graph.event(w).previous) {
    if (graph.event(w).thread == event.thread || !isStore(graph.event(w)))
      continue;
    const EventId swap = swapBehind(graph, w);
    if (swap.valid() && !graph.within(swap, graph.clock(access)))
      return true;
  }
  return false;
}

} // namespace revisit
