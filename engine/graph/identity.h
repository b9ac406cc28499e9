// A graph's identity: equal for two graphs exactly when their events, reads-from, coherence, chains and decision
// outcomes agree, whatever the order in which events were added (Shasha-Snir equivalence under SC). Free events
// (Event::free) have no place among each other: then the identity is that of a class of such graphs.
#pragma once

#include "graph/graph.h"

#include <compare>
#include <string>
#include <string_view>

namespace revisit {

struct GraphIdentity {
  std::uint64_t high = 0, low = 0;
  friend auto operator<=>(const GraphIdentity&, const GraphIdentity&) = default;
  std::string text() const; // 32 hexadecimal digits
  // Whether the text begins with these digits.
  bool begins(std::string_view digits) const { return text().starts_with(digits); }
};

// O(events). A collision of two different graphs has a probability of about 2^-128 per pair. Observed: without
// coherence, so that graphs with the same events, reads-from, chains and decisions are equal: what threads observe.
enum class Identified : std::uint8_t { Whole, Observed };
GraphIdentity identify(const ExecutionGraph& graph, Identified what = Identified::Whole);

} // namespace revisit

template <> struct std::hash<revisit::GraphIdentity> {
  std::size_t operator()(const revisit::GraphIdentity& id) const noexcept { return id.low; }
};
