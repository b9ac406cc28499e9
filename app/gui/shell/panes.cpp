#include "panes.h"

#include "view/constraints_pane.h"
#include "view/events_pane.h"
#include "view/explanation_pane.h"
#include "view/graph_pane.h"
#include "view/location_pane.h"
#include "view/source_pane.h"
#include "view/threads_pane.h"

namespace revisit::gui {

void addPanes(PaneArea& area, SelectionModel& selection, SourceFiles& files) {
  area.add(new GraphPane(selection, files), PanePlace::Main);
  area.add(new ExplanationPane(selection), PanePlace::Side);
  area.add(new ConstraintsPane(selection), PanePlace::SideBelow);
  area.add(new LocationPane(selection), PanePlace::SideBelow);
  area.add(new SourcePane(selection, files), PanePlace::Bottom);
  area.add(new EventsPane(selection), PanePlace::BottomRight);
  area.add(new ThreadsPane(selection), PanePlace::BottomRight);
  area.arrange();
}

} // namespace revisit::gui
