// What a depth-first search over states with cycles has to do once more. While a state on a cycle is still on the
// stack, nobody knows which actions can follow it, so sets of sources that were decided meanwhile may be too small. And
// a thread whose steps are put off in each state of a cycle is put off for ever. Therefore, once all else is done:
// - the actions that can follow each state are computed anew from the explored graph;
// - the sources of each state are judged anew with them;
// - each thread that can move in a strongly connected component is explored in it (for source sets: in all its states).
// Until nothing is left to explore.
#include "explore/states/state_search_internal.h"

#include <algorithm>
#include <bit>

namespace revisit {

using Sources = StateSearchOptions::Sources;

// The steps that were explored from a state, apart from those that lead back to it.
void StateSearch::addEdges(StateIndex from, std::vector<ExploredEdge>& edges) {
  lookAhead(from, m_states[from].done, [&](const ExploredEdge& edge, bool) {
    if (edge.to.valid() && edge.to != from && !m_states[edge.to].isDead)
      edges.push_back(edge);
  });
}

ExploredGraph StateSearch::exploredGraph() {
  ExploredGraph graph;
  for (std::uint32_t state = 0; state < m_states.size(); state++) {
    graph.first.push_back(graph.edges.size());
    addEdges(StateIndex(state), graph.edges);
  }
  graph.first.push_back(graph.edges.size());
  graph.findComponents();
  return graph;
}

// The actions that can follow each state. Components are numbered so that those further on come first.
void StateSearch::completeLater(const ExploredGraph& graph) {
  for (const std::vector<StateIndex>& members : graph.members) {
    Set later = 0;
    for (const StateIndex state : members) {
      later = m_actions.united(later, m_states[state].later);
      for (const ExploredEdge& edge : graph.from(state))
        later = m_actions.with(m_actions.united(later, m_states[edge.to].later), edge.action);
    }
    for (const StateIndex state : members)
      m_states[state].later = later;
  }
}

// The threads whose step leads from this state to another one.
ThreadBits StateSearch::movable(StateIndex state) {
  ThreadBits moving = 0;
  lookAhead(state, ~ThreadBits{0}, [&](const ExploredEdge& edge, bool isKnown) {
    const bool isStuck = isKnown && m_product.isStuckInSection();
    // A step that is not known yet leads to a state that was not visited.
    if (!isStuck && edge.to != state && !(edge.to.valid() && m_states[edge.to].isDead))
      moving |= bitOf(edge.thread);
  });
  return moving;
}

ThreadBits StateSearch::missingSources(StateIndex state, std::span<const ExploredEdge> edges) {
  Frame frame;
  frame.done = m_states[state].done;
  frame.safe = movable(state);
  if (m_options.safeSets && std::has_single_bit(frame.done)) {
    m_product.load(m_states[state].name);
    if (isInvisible(firstOf(frame.done)))
      return 0;
  }
  for (const ExploredEdge& edge : edges)
    frame.current[edge.thread.value()] |=
        bitOf(edge.thread) | m_actions.dependents(m_states[edge.to].later, edge.action);
  return frame.done == 0 ? 0 : sourcesOf(frame, firstOf(frame.done)).threads & frame.safe & ~frame.done;
}

// By state: the threads that have to be explored from there in addition.
std::vector<ThreadBits> StateSearch::missingIn(const ExploredGraph& graph) {
  std::vector<ThreadBits> missing(m_states.size(), 0);
  for (std::size_t c = 0; c < graph.members.size(); c++) {
    if (!graph.isCycle[c])
      continue;
    ThreadBits explored = 0;
    for (const StateIndex state : graph.members[c])
      explored |= m_states[state].done;
    for (const StateIndex state : graph.members[c]) {
      const ThreadBits moving = movable(state);
      missing[state.value()] = moving & ~(m_options.sources == Sources::All ? explored : m_states[state].done);
      if (m_options.sources == Sources::All)
        explored |= moving;
    }
  }
  if (m_options.sources != Sources::All)
    for (std::uint32_t state = 0; state < m_states.size(); state++)
      if (missing[state] == 0 && !m_states[StateIndex(state)].isDead)
        missing[state] = missingSources(StateIndex(state), graph.from(StateIndex(state)));
  return missing;
}

// Brings product and path to a state that was visited.
bool StateSearch::goTo(StateIndex state) {
  std::vector<StateIndex> chain;
  for (StateIndex at = state; m_states[at].parent.valid(); at = m_states[at].parent)
    chain.push_back(at);
  m_product.load(m_states[StateIndex(0)].name);
  m_control.undoTo(m_initialControl);
  m_path = m_initialPath;
  m_clocks.clear();
  std::vector<Way> ways;
  for (; !chain.empty(); chain.pop_back()) {
    const VisitedState& next = m_states[chain.back()];
    const ThreadId thread(next.thread);
    m_product.ways(thread, ways);
    if (advance(thread, ways[next.way]) != Arrival::State || settle() != Arrival::State)
      return false;
  }
  return true;
}

// Explores these threads too from a state that was visited.
bool StateSearch::expand(StateIndex state, ThreadBits threads, SourceRule rule) {
  if (!goTo(state))
    return false;
  const VisitedState known = m_states[state];
  open(state);
  Frame& frame = top();
  frame.done = known.done;
  frame.later = known.later;
  frame.safe = frame.backtrack = known.done | threads;
  frame.closesCycle = true;
  if (m_options.summaries)
    m_premises[m_depth - 1].holds = m_summaries.predicates().never();
  tell(SearchStepKind::Reopened, frame, {frame.backtrack, rule});
  return search();
}

bool StateSearch::closeCycles() {
  while (m_hasCycle && !m_options.flaws.withoutClosing) {
    if (m_ledger.limitReached())
      return false;
    const ExploredGraph graph = exploredGraph();
    if (m_options.sources != Sources::All)
      completeLater(graph);
    const std::vector<ThreadBits> missing = missingIn(graph);
    bool isDone = true;
    for (std::uint32_t state = 0; state < missing.size(); state++)
      if (missing[state] != 0) {
        isDone = false;
        const SourceRule rule = graph.isCycle[graph.component[state]] ? SourceRule::Cycle : SourceRule::Dependent;
        if (!expand(StateIndex(state), missing[state], rule))
          return false;
      }
    if (isDone)
      return judgeLivelocks(graph);
  }
  return true;
}

} // namespace revisit
