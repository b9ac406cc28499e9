// The scheduled steps of a plan that brings a run through the events of a graph in a given order. Under a weak memory
// model an order need not agree with coherence: then a step says how far from the newest write it stands. Stateless.
#pragma once

#include "graph/graph.h"

#include <span>
#include <vector>

namespace revisit {

enum class PlannedMemory : std::uint8_t {
  Newest, // each access sees the newest write: a sequentially consistent order
  Told    // each step says which write it sees, and which lifetime state
};

// O(events), and for steps that are told O(events * writes of a location).
std::vector<Plan::Step> planSteps(const ExecutionGraph& graph, std::span<const EventId> order, PlannedMemory memory);

} // namespace revisit
