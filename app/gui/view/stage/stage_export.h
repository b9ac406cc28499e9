// Saves the drawing of an execution to a file. Stateless.
#pragma once

#include "base/result.h"
#include "model/stage/execution_stage.h"
#include "view/widgets/theme.h"

namespace revisit::gui {

// The format follows from the extension: .svg, .png, or .dot for Graphviz. Saves all rows, whole, with the relations of
// the selected one; as .dot all relations that are shown. Fails with BadUsage for another extension, and with NotFound
// when the file cannot be written. Requires an execution.
Status exportStage(const ExecutionStage& stage, const Theme& theme, const QString& path);

} // namespace revisit::gui
