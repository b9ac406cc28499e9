// Draws a witness, as Graphviz text or as a self-contained SVG picture. Pure functions.
#pragma once

#include "witness/witness.h"

#include <string>

namespace revisit::cli {

std::string witnessToDot(const Witness& witness);
// Threads are columns and the schedule runs downwards; reads-from edges are dashed arcs.
std::string witnessToSvg(const Witness& witness);

} // namespace revisit::cli
