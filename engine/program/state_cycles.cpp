#include "program/state_cycles.h"

#include <algorithm>
#include <ranges>
#include <unordered_set>

namespace revisit {

void StateCycles::add(StateClassId from, StateClassId to) {
  reserve(std::max(from.value(), to.value()));
  const Index source = root(from.value()), target = root(to.value());
  if (source == target) {
    m_nodes[source].isOnCycle = true; // an edge from a state to itself; those of larger components are marked already
    return;
  }
  m_nodes[source].successors.push_back(target);
  if (m_nodes[source].rank < m_nodes[target].rank)
    return;
  const std::vector<Index> reached = reachable(target, m_nodes[source].rank);
  if (std::ranges::find(reached, source) != reached.end())
    unite(reached, source);
  raiseBehind(source);
}

StateCycles::Index StateCycles::root(Index state) {
  while (m_nodes[state].parent != state) {
    Index& parent = m_nodes[state].parent;
    parent = m_nodes[parent].parent; // half of the way is short for the next one who asks
    state = parent;
  }
  return state;
}

void StateCycles::reserve(Index state) {
  while (m_nodes.size() <= state)
    m_nodes.push_back({.parent = static_cast<Index>(m_nodes.size()), .successors = {}});
}

std::vector<StateCycles::Index> StateCycles::reachable(Index from, std::uint32_t rank) {
  std::vector<Index> found{from};
  std::unordered_set<Index> seen{from};
  for (std::size_t i = 0; i < found.size(); i++)
    for (const Index successor : m_nodes[found[i]].successors)
      if (const Index next = root(successor); m_nodes[next].rank <= rank && seen.insert(next).second)
        found.push_back(next);
  std::ranges::sort(found, {}, [&](Index index) { return m_nodes[index].rank; });
  return found;
}

void StateCycles::unite(const std::vector<Index>& reached, Index target) {
  std::unordered_set<Index> reaches{target};
  const auto leadsThere = [&](Index next) { return reaches.contains(root(next)); };
  for (const Index index : std::views::reverse(reached))
    if (std::ranges::any_of(m_nodes[index].successors, leadsThere))
      reaches.insert(index);
  Node& all = m_nodes[target];
  for (const Index index : reaches) {
    m_nodes[index].isOnCycle = true;
    if (index == target)
      continue;
    m_nodes[index].parent = target;
    all.successors.insert(all.successors.end(), m_nodes[index].successors.begin(), m_nodes[index].successors.end());
    m_nodes[index].successors = {};
  }
  // Edges inside the component say nothing any more, and there would be ever more of them.
  for (Index& successor : all.successors)
    successor = root(successor);
  std::erase(all.successors, target);
  std::ranges::sort(all.successors);
  all.successors.erase(std::ranges::unique(all.successors).begin(), all.successors.end());
}

void StateCycles::raiseBehind(Index component) {
  std::vector<Index> raised{component};
  while (!raised.empty()) {
    const Index at = raised.back();
    raised.pop_back();
    for (const Index successor : m_nodes[at].successors) {
      const Index next = root(successor);
      if (next == at || m_nodes[next].rank > m_nodes[at].rank)
        continue;
      m_nodes[next].rank = m_nodes[at].rank + 1;
      raised.push_back(next);
    }
  }
}

} // namespace revisit
