#include "explore/states/explored_graph.h"

#include <algorithm>

namespace revisit {

void Moves::add(const Program& program, const ProductState& product, ThreadId thread, const Label& step) {
  moved |= bitOf(thread);
  if (step.lockBatch != 0)
    progress |= bitOf(thread); // std::lock tries until it has all of its locks, and that ends
  if (product.roundFailed())
    rounds |= bitOf(thread);
  for (const auto& [passed, steps] : product.loopsPassed())
    for (const LoopStep& loop : program.loopSteps(steps)) {
      if (loop.isProgress() || (loop.isRound() && !loop.hasExit()))
        progress |= bitOf(passed);
      else if (loop.isRound())
        rounds |= bitOf(passed);
    }
}

// Tarjan's algorithm, with a stack of its own.
void ExploredGraph::findComponents() {
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
    for (const ExploredEdge& edge : from(StateIndex(state)))
      if (component[edge.to.value()] == component[state])
        isCycle[component[state]] = true;
}

} // namespace revisit
