#include "panes.h"

#include "view/graph/revisit_pane.h"
#include "view/graph/state_pane.h"
#include "view/panes/bookmarks_pane.h"
#include "view/panes/constraints_pane.h"
#include "view/panes/explanation_pane.h"
#include "view/panes/location_pane.h"
#include "view/panes/plots_pane.h"
#include "view/panes/replay_pane.h"
#include "view/panes/source_pane.h"
#include "view/panes/threads_pane.h"
#include "view/panes/tree_pane.h"
#include "view/stage/events_table.h"
#include "view/stage/stage_pane.h"
#include "view/stage/stage_view.h"
#include "view/widgets/event_menu.h"
#include "view/widgets/rows_table.h"

namespace revisit::gui {

namespace {

// Adds context menus to the views with events of the open execution.
void serveEvents(PaneArea& area, ReplayLink& link) {
  auto* menu = new EventMenu(link, &area);
  auto* stage = area.findChild<StagePane*>();
  menu->serve(stage->table());
  for (StageView* view : {&stage->view(), &stage->comparisonView()})
    menu->serve(*view, [view](const QPoint& point) { return view->eventAt(point); });
  for (auto* rows : area.findChildren<RowsTable*>())
    menu->serve(*rows);
}

} // namespace

void addPanes(PaneArea& area, const PaneParts& parts) {
  auto& [selection, files, replay, exploration, bookmarks, steps] = parts;
  area.add(new TreePane(exploration), PanePlace::Left);
  area.add(new StagePane(selection, files), PanePlace::Main);
  area.add(new ExplanationPane(selection), PanePlace::Side);
  area.add(new RevisitPane(selection, steps), PanePlace::Side);
  area.add(new ConstraintsPane(selection), PanePlace::SideBelow);
  area.add(new LocationPane(selection), PanePlace::SideBelow);
  area.add(new SourcePane(selection, files, replay.link().replay()), PanePlace::Bottom);
  area.add(new ThreadsPane(selection), PanePlace::BottomRight);
  area.add(new ReplayPane(selection, replay), PanePlace::BottomRight);
  serveEvents(area, replay.link());
  area.add(new StatePane(selection, steps), PanePlace::Main);
  area.add(new PlotsPane(selection, exploration.browser().run()), PanePlace::Main);
  area.add(new BookmarksPane(selection, bookmarks), PanePlace::BottomRight);
  area.arrange();
}

} // namespace revisit::gui
