// The drawing of an execution as a file. Stateless.
#pragma once

#include "base/result.h"
#include "graph_scene.h"

namespace revisit::gui {

// As the name ends: .svg, .png, or .dot for Graphviz. The whole drawing, with the relations that are shown and what is
// selected. Fails with BadUsage for another ending and with NotFound when the file cannot be written. Requires an
// execution.
Status exportGraph(GraphScene& scene, const QString& path);

} // namespace revisit::gui
