// Saves the drawing of an execution to a file. Stateless.
#pragma once

#include "base/result.h"
#include "graph_scene.h"

namespace revisit::gui {

// The format follows from the extension: .svg, .png, or .dot for Graphviz. Saves the whole drawing with the shown
// relations and the selection. Fails with BadUsage for another extension, and with NotFound when the file cannot be
// written. Requires an execution.
Status exportGraph(GraphScene& scene, const QString& path);

} // namespace revisit::gui
