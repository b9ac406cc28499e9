// Which panes the window has. A new pane is one more line in panes.cpp.
#pragma once

#include "model/source_files.h"
#include "pane_area.h"

namespace revisit::gui {

void addPanes(PaneArea& area, SelectionModel& selection, SourceFiles& files);

} // namespace revisit::gui
