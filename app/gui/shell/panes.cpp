#include "panes.h"

#include "view/events_pane.h"
#include "view/graph_pane.h"
#include "view/source_pane.h"

namespace revisit::gui {

void addPanes(PaneArea& area, SelectionModel& selection, SourceFiles& files) {
  area.add(new GraphPane(selection, files), PanePlace::Main);
  area.add(new SourcePane(selection, files), PanePlace::Bottom);
  area.add(new EventsPane(selection), PanePlace::BottomRight);
  area.arrange();
}

} // namespace revisit::gui
