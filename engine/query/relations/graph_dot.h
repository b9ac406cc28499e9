// The drawing of an execution as Graphviz text. Stateless.
#pragma once

#include "query/relations/event_graph.h"

#include <array>
#include <string>

namespace revisit {

// A column for each thread, with the edges of the relations that are shown.
std::string graphDot(const Timeline& timeline, const EventGraph& graph, const std::array<bool, relationCount>& shown);

} // namespace revisit
