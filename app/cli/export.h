// A witness as a drawing: Graphviz text, or an SVG picture that needs no other program. Pure functions.
#pragma once

#include "session/witness.h"

#include <string>

namespace revisit::cli {

std::string witnessToDot(const Witness& witness);
// Threads are columns, the schedule runs downwards; reads-from edges are dashed arcs.
std::string witnessToSvg(const Witness& witness);

} // namespace revisit::cli
