#include "panes.h"

#include "view/bookmarks_pane.h"
#include "view/compare_pane.h"
#include "view/constraints_pane.h"
#include "view/event_menu.h"
#include "view/events_pane.h"
#include "view/explanation_pane.h"
#include "view/graph_pane.h"
#include "view/location_pane.h"
#include "view/plots_pane.h"
#include "view/replay_pane.h"
#include "view/source_pane.h"
#include "view/threads_pane.h"
#include "view/tree_pane.h"

#include <QAbstractItemView>

namespace revisit::gui {

void addPanes(PaneArea& area, SelectionModel& selection, SourceFiles& files, ReplayActions& replay,
              ExplorationActions& exploration, Bookmarks& bookmarks) {
  area.add(new TreePane(exploration), PanePlace::Left);
  area.add(new GraphPane(selection, files), PanePlace::Main);
  area.add(new ExplanationPane(selection), PanePlace::Side);
  area.add(new ConstraintsPane(selection), PanePlace::SideBelow);
  area.add(new LocationPane(selection), PanePlace::SideBelow);
  area.add(new SourcePane(selection, files, replay.link().replay()), PanePlace::Bottom);
  area.add(new EventsPane(selection), PanePlace::BottomRight);
  area.add(new ThreadsPane(selection), PanePlace::BottomRight);
  area.add(new ReplayPane(selection, replay), PanePlace::BottomRight);
  auto* menu = new EventMenu(replay.link(), &area);
  for (auto* view : area.findChildren<QAbstractItemView*>())
    menu->serve(*view);
  for (auto* view : area.findChildren<GraphView*>())
    menu->serve(*view);
  area.add(new ComparePane(selection), PanePlace::Main); // its events are not all of the execution that is open
  area.add(new PlotsPane(selection, exploration.browser().run()), PanePlace::Main);
  area.add(new BookmarksPane(selection, bookmarks), PanePlace::BottomRight);
  area.arrange();
}

} // namespace revisit::gui
