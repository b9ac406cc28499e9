// Programs with infinitely many states: where the search stops following a loop, and what makes the states differ. The
// product of finite automata is finite, so without an end of states some thread comes to new states of its own for
// ever, in a loop.
#include "explore/states/state_walk.h"

#include <algorithm>

#include <fmt/format.h>

namespace revisit {

namespace {

constexpr std::size_t comparedRounds = 8;

// Whether each of the intervals that begin at these stamps has a store of a value that no interval before it has.
bool getsNewValues(const std::map<std::uint32_t, Value>& stores, const std::vector<std::uint32_t>& begins) {
  std::vector<Value> known;
  for (std::size_t i = 0; i + 1 < begins.size(); i++) {
    const std::size_t before = known.size();
    for (auto at = stores.lower_bound(begins[i]); at != stores.lower_bound(begins[i + 1]); at++)
      if (std::ranges::find(known, at->second) == known.end())
        known.push_back(at->second);
    if (known.size() == before)
      return false;
  }
  return true;
}

} // namespace

// Whether the thread is in a loop that leads it to ever new states: then its next step is not asked for.
bool StateWalk::isCut(ThreadId thread) {
  if (m_context.options.newRounds == 0)
    return false;
  const std::optional<PathGraph::GrowingLoop> loop = m_context.graph.growingLoop(thread, m_context.options.newRounds);
  if (loop && m_context.noteShown(signOf(Shown::Growth, loop->back.value())))
    m_context.ledger.note(IncompleteReason::Kind::Bound, whatGrows(thread, *loop), loop->back, CutBy::States,
                          whyUnknown(m_context.program, thread, m_context.graph.state().graph().state(thread)));
  return loop.has_value();
}

std::string StateWalk::whatGrows(ThreadId thread, const PathGraph::GrowingLoop& loop) {
  const ExecutionGraph& graph = m_context.graph.state().graph();
  std::vector<std::uint32_t> begins; // of the last rounds
  for (std::size_t i = loop.rounds.size() - std::min(comparedRounds + 1, loop.rounds.size()); i < loop.rounds.size();
       i++)
    begins.push_back(graph.event(loop.rounds[i]).stamp);
  std::map<LocationId, std::map<std::uint32_t, Value>> stores; // by stamp
  for (const EventId id : graph.events())
    if (const Event& event = graph.event(id); event.writes && event.stamp >= begins.front())
      stores[event.location].emplace(event.stamp, event.written);
  const auto growing =
      std::ranges::find_if(stores, [&](const auto& entry) { return getsNewValues(entry.second, begins); });
  if (growing != stores.end())
    return fmt::format("there is no end of states: {} gets a new value in each round of this loop",
                       m_context.program.names().locationName(growing->first));
  const std::string name = m_context.program.names().threadName(thread);
  return fmt::format("there is no end of states: in each round of this loop thread {}{}{} is in a new state of its own "
                     "(a counter in a variable, or memory that it allocates)",
                     thread.value(), name.empty() ? "" : " ", name);
}

} // namespace revisit
