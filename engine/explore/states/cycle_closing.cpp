#include "explore/states/cycle_closing.h"

#include "explore/states/source_sets.h"

#include <bit>

namespace revisit {

ExploredGraph CycleClosing::graph() {
  ExploredGraph graph;
  for (StateIndex from(0); from.value() < m_states.size(); from = StateIndex(from.value() + 1)) {
    graph.first.push_back(graph.edges.size());
    m_walk.lookAhead(from, m_states[from].done, [&](const ExploredEdge& edge, bool) {
      if (edge.to.valid() && edge.to != from && !m_states[edge.to].isDead)
        graph.edges.push_back(edge);
    });
  }
  graph.first.push_back(graph.edges.size());
  graph.findComponents();
  return graph;
}

// The actions that can follow each state. Components are numbered so that those further on come first.
void CycleClosing::completeLater(const ExploredGraph& graph) {
  VisibleActions& actions = m_context.actions;
  for (const std::vector<StateIndex>& members : graph.members) {
    VisibleActions::Set later = 0;
    for (const StateIndex state : members) {
      later = actions.united(later, m_states[state].later);
      for (const ExploredEdge& edge : graph.from(state))
        later = actions.with(actions.united(later, m_states[edge.to].later), edge.action);
    }
    for (const StateIndex state : members)
      m_states[state].later = later;
  }
}

// The threads whose step leads from this state to another one.
ThreadBits CycleClosing::movable(StateIndex state) {
  ThreadBits moving = 0;
  m_walk.lookAhead(state, ~ThreadBits{0}, [&](const ExploredEdge& edge, bool isKnown) {
    const bool isStuck = isKnown && m_product.isStuckInSection();
    // A step that is not known yet leads to a state that was not visited.
    if (!isStuck && edge.to != state && !(edge.to.valid() && m_states[edge.to].isDead))
      moving |= bitOf(edge.thread);
  });
  return moving;
}

ThreadBits CycleClosing::missingSources(StateIndex state, std::span<const ExploredEdge> edges) {
  Frame frame;
  frame.done = m_states[state].done;
  frame.safe = movable(state);
  if (m_context.options.safeSets && std::has_single_bit(frame.done)) {
    m_product.load(m_states[state].name);
    if (m_walk.safeSets().isInvisible(firstOf(frame.done)))
      return 0;
  }
  for (const ExploredEdge& edge : edges)
    frame.current[edge.thread.value()] |=
        bitOf(edge.thread) | m_context.actions.dependents(m_states[edge.to].later, edge.action);
  if (frame.done == 0)
    return 0;
  return SourceSets::updateBack(frame, SourceSets::followers(frame)).threads & frame.safe & ~frame.done;
}

std::vector<ThreadBits> CycleClosing::missingIn(const ExploredGraph& graph) {
  if (!m_isAll)
    completeLater(graph);
  std::vector<ThreadBits> missing(m_states.size(), 0);
  for (std::size_t c = 0; c < graph.members.size(); c++) {
    if (!graph.isCycle[c])
      continue;
    ThreadBits explored = 0;
    for (const StateIndex state : graph.members[c])
      explored |= m_states[state].done;
    for (const StateIndex state : graph.members[c]) {
      const ThreadBits moving = movable(state);
      missing[state.value()] = moving & ~(m_isAll ? explored : m_states[state].done);
      if (m_isAll)
        explored |= moving;
    }
  }
  for (std::uint32_t state = 0; !m_isAll && state < m_states.size(); state++)
    if (missing[state] == 0 && !m_states[StateIndex(state)].isDead)
      missing[state] = missingSources(StateIndex(state), graph.from(StateIndex(state)));
  return missing;
}

} // namespace revisit
