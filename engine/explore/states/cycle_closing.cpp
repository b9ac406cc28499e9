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

// The explored graph and its strongly connected components.
struct StateSearch::StateGraph {
  std::vector<std::size_t> first; // by state: its first edge; one more entry at the end
  std::vector<Edge> edges;
  std::vector<std::uint32_t> component;         // by state; no edge leads to a higher number
  std::vector<std::vector<StateIndex>> members; // by component
  std::vector<bool> isCycle;                    // by component: it has an edge inside

  std::span<const Edge> from(StateIndex state) const {
    return std::span(edges).subspan(first[state.value()], first[state.value() + 1] - first[state.value()]);
  }
  void findComponents();
};

// Tarjan's algorithm, with a stack of its own.
void StateSearch::StateGraph::findComponents() {
  const auto count = static_cast<std::uint32_t>(first.size() - 1);
  constexpr std::uint32_t none = ~0u;
  std::vector<std::uint32_t> order(count, none), low(count), open;
  std::vector<std::pair<std::uint32_t, std::size_t>> stack; // state, next edge
  std::uint32_t next = 0;
  component.assign(count, none);
  for (std::uint32_t root = 0; root < count; root++) {
    if (order[root] != none)
      continue;
    stack.push_back({root, first[root]});
    while (!stack.empty()) {
      auto& [state, edge] = stack.back();
      if (order[state] == none) {
        order[state] = low[state] = next++;
        open.push_back(state);
      }
      if (edge < first[state + 1]) {
        const std::uint32_t to = edges[edge++].to.value();
        if (order[to] == none)
          stack.push_back({to, first[to]});
        else if (component[to] == none)
          low[state] = std::min(low[state], order[to]);
        continue;
      }
      const std::uint32_t done = state;
      stack.pop_back();
      if (!stack.empty())
        low[stack.back().first] = std::min(low[stack.back().first], low[done]);
      if (low[done] != order[done])
        continue;
      std::vector<StateIndex>& all = members.emplace_back();
      while (all.empty() || all.back().value() != done) {
        all.push_back(StateIndex(open.back()));
        component[open.back()] = static_cast<std::uint32_t>(members.size() - 1);
        open.pop_back();
      }
    }
  }
  isCycle.assign(members.size(), false);
  for (std::uint32_t state = 0; state < count; state++)
    for (const Edge& edge : from(StateIndex(state)))
      if (component[edge.to.value()] == component[state])
        isCycle[component[state]] = true;
}

// The steps that were explored from a state, apart from those that lead back to it.
void StateSearch::addEdges(StateIndex from, std::vector<Edge>& edges) {
  m_product.load(m_states[from].name);
  const ProductState::Mark here = m_product.mark();
  for (ThreadBits left = m_states[from].done; left != 0; left &= left - 1) {
    const ThreadId thread = firstOf(left);
    const Label& label = m_product.label(thread);
    std::vector<Way> ways;
    m_product.ways(thread, ways);
    for (const Way& way : ways) {
      ActionId action = m_actions.of(thread, label);
      m_path.clear();
      if (advance(thread, way) == Arrival::State) {
        if (m_product.label(thread).joined && !label.joined)
          action = m_actions.ofSection(thread);
        if (settle() == Arrival::State)
          if (const StateIndex to = m_states.find(m_product.name()); to.valid() && to != from && !m_states[to].isDead)
            edges.push_back({to, thread, action});
      }
      m_product.undoTo(here);
    }
  }
}

StateSearch::StateGraph StateSearch::exploredGraph() {
  StateGraph graph;
  for (std::uint32_t state = 0; state < m_states.size(); state++) {
    graph.first.push_back(graph.edges.size());
    addEdges(StateIndex(state), graph.edges);
  }
  graph.first.push_back(graph.edges.size());
  graph.findComponents();
  return graph;
}

// The actions that can follow each state. Components are numbered so that those further on come first.
void StateSearch::completeLater(const StateGraph& graph) {
  for (const std::vector<StateIndex>& members : graph.members) {
    Set later = 0;
    for (const StateIndex state : members) {
      later = m_actions.united(later, m_states[state].later);
      for (const Edge& edge : graph.from(state))
        later = m_actions.with(m_actions.united(later, m_states[edge.to].later), edge.action);
    }
    for (const StateIndex state : members)
      m_states[state].later = later;
  }
}

// The threads whose step leads from this state to another one.
ThreadBits StateSearch::movable(StateIndex state) {
  m_product.load(m_states[state].name);
  const ProductState::Mark here = m_product.mark();
  ThreadBits moving = 0;
  std::vector<Way> ways;
  for (ThreadBits left = m_product.able(); left != 0; left &= left - 1) {
    const ThreadId thread = firstOf(left);
    m_product.ways(thread, ways);
    for (const Way& way : ways) {
      const bool isKnown = peek(thread, way);
      const bool isStuck = isKnown && m_product.isStuckInSection();
      // A step that is not known yet leads to a state that was not visited.
      const StateIndex to = isKnown && !isStuck ? m_states.find(m_product.name()) : StateIndex();
      if (!isStuck && to != state && !(to.valid() && m_states[to].isDead))
        moving |= bitOf(thread);
      m_product.undoTo(here);
    }
  }
  return moving;
}

ThreadBits StateSearch::missingSources(StateIndex state, std::span<const Edge> edges) {
  Frame frame;
  frame.done = m_states[state].done;
  frame.safe = movable(state);
  if (m_options.safeSets && std::has_single_bit(frame.done)) {
    m_product.load(m_states[state].name);
    if (isInvisible(firstOf(frame.done)))
      return 0;
  }
  for (const Edge& edge : edges)
    frame.current[edge.thread.value()] |=
        bitOf(edge.thread) | m_actions.dependents(m_states[edge.to].later, edge.action);
  return frame.done == 0 ? 0 : sourcesOf(frame, firstOf(frame.done)).threads & frame.safe & ~frame.done;
}

// By state: the threads that have to be explored from there in addition.
std::vector<ThreadBits> StateSearch::missingIn(const StateGraph& graph) {
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
  m_path = m_initialPath;
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
  tell(SearchStepKind::Reopened, frame, {frame.backtrack, rule});
  return search();
}

// A component that the program never leaves, and in which nothing changes: all of its threads wait for each other.
bool StateSearch::judgeLivelocks(const StateGraph& graph) {
  for (std::uint32_t c = 0; c < graph.members.size(); c++) {
    if (!graph.isCycle[c])
      continue;
    const std::vector<StateIndex>& members = graph.members[c];
    const auto isInside = [&](const Edge& edge) { return graph.component[edge.to.value()] == c; };
    const bool isLeft = std::ranges::any_of(
        members, [&](StateIndex state) { return !std::ranges::all_of(graph.from(state), isInside); });
    const bool changes = std::ranges::any_of(members, [&](StateIndex state) {
      return m_states[state].name.memory != m_states[members.front()].name.memory;
    });
    if (isLeft || changes)
      continue;
    if (m_observer)
      m_observer->record({.kind = SearchStepKind::Livelock, .state = members.back()}, m_product);
    if (!goTo(members.back()) || !goRound() || !judgeEnd(~ThreadBits{0}))
      return false;
  }
  return true;
}

// Lets each thread in turn end its round, which fails. The path leads here through rounds that began when memory was
// different: in the execution that is shown, the last round of each thread sees memory as it stays.
bool StateSearch::goRound() {
  std::vector<Way> ways;
  for (ThreadBits left = m_product.able(); left != 0; left &= left - 1) {
    const ThreadId thread = firstOf(left);
    std::set<VectorTable::Name> passed;
    while (passed.insert(m_product.name().threads).second) {
      m_product.ways(thread, ways);
      if (ways.empty() || advance(thread, ways.front()) != Arrival::State || settle() != Arrival::State)
        return false;
      if (m_path.back().failsRound)
        break;
    }
  }
  return true;
}

bool StateSearch::closeCycles() {
  while (m_hasCycle && !m_options.flaws.withoutClosing) {
    if (m_ledger.limitReached())
      return false;
    const StateGraph graph = exploredGraph();
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
