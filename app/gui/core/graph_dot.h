// The drawing of an execution as Graphviz text. Knows no Qt. Stateless.
#pragma once

#include "execution.h"

#include <array>
#include <string>

namespace revisit::gui {

// A column for each thread, with the edges of the relations that are shown.
std::string graphDot(const Execution& execution, const std::array<bool, relationCount>& shown);

} // namespace revisit::gui
