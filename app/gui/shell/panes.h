// Which panes the window has. A new pane is one more line in panes.cpp.
#pragma once

#include "model/bookmarks.h"
#include "model/source_files.h"
#include "pane_area.h"
#include "view/exploration_actions.h"
#include "view/replay_actions.h"

namespace revisit::gui {

void addPanes(PaneArea& area, SelectionModel& selection, SourceFiles& files, ReplayActions& replay,
              ExplorationActions& exploration, Bookmarks& bookmarks);

} // namespace revisit::gui
