// Shapes of drawings for property tests of the layout.
#pragma once

#include "core/graph_layout.h"

namespace revisit::gui::test {

// The same shape for the same seed: `threads` threads of which some may have no node, program order between the nodes
// of each, and about as many other edges as `edges` says. Requires at least one thread and one node.
GraphShape randomShape(unsigned seed, unsigned threads, std::size_t nodes, std::size_t edges);

} // namespace revisit::gui::test
