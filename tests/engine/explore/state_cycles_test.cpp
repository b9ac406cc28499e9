// Cycles that are kept up to date edge by edge, against the transitive closure of all edges.
#include "program/state_cycles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

namespace revisit::state_cycles_test {
namespace {

// Warshall's algorithm, from nothing.
std::vector<bool> onCycleByClosure(const std::vector<std::pair<unsigned, unsigned>>& edges, unsigned states) {
  std::vector<std::vector<bool>> leads(states, std::vector<bool>(states));
  for (const auto& [from, to] : edges)
    leads[from][to] = true;
  for (unsigned k = 0; k < states; k++)
    for (unsigned i = 0; i < states; i++)
      for (unsigned j = 0; j < states; j++)
        if (leads[i][k] && leads[k][j])
          leads[i][j] = true;
  std::vector<bool> onCycle(states);
  for (unsigned i = 0; i < states; i++)
    onCycle[i] = leads[i][i];
  return onCycle;
}

TEST(StateCycles, EqualTheTransitiveClosureAfterEachEdge) {
  std::mt19937 random(1);
  unsigned cyclic = 0;
  for (unsigned graph = 0; graph < 400; graph++) {
    const unsigned states = 2 + random() % 9, count = random() % (2 * states);
    StateCycles cycles;
    std::vector<std::pair<unsigned, unsigned>> edges;
    for (unsigned e = 0; e < count; e++) {
      edges.emplace_back(random() % states, random() % states);
      cycles.add(StateClassId(edges.back().first), StateClassId(edges.back().second));
      const std::vector<bool> expected = onCycleByClosure(edges, states);
      for (unsigned s = 0; s < states; s++)
        ASSERT_EQ(cycles.isOnCycle(StateClassId(s)), expected[s]) << "graph " << graph << ", state " << s;
      cyclic += static_cast<unsigned>(std::count(expected.begin(), expected.end(), true));
    }
  }
  EXPECT_GT(cyclic, 1000u);
}

TEST(StateCycles, AStateWithoutEdgesIsOnNone) {
  EXPECT_FALSE(StateCycles().isOnCycle(StateClassId(7)));
}

} // namespace
} // namespace revisit::state_cycles_test
