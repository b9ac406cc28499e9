#include "panes.h"

#include "view/graph/revisit_pane.h"
#include "view/graph/state_pane.h"
#include "view/panes/findings_pane.h"
#include "view/panes/inspector_pane.h"
#include "view/panes/litmus_pane.h"
#include "view/panes/replay_pane.h"
#include "view/panes/runs_pane.h"
#include "view/panes/source_pane.h"
#include "view/panes/tree_pane.h"
#include "view/stage/events_table.h"
#include "view/stage/stage_pane.h"
#include "view/stage/stage_view.h"
#include "view/widgets/event_menu.h"
#include "view/widgets/rows_table.h"

#include <QComboBox>

namespace revisit::gui {

namespace {

constexpr int sourceChoiceWidth = 480;

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
  auto& [selection, files, replay, exploration, litmus, steps] = parts;
  const std::set<WindowTab> result{WindowTab::Result}, algorithm{WindowTab::Algorithm}, runs{WindowTab::Runs};
  const std::set<WindowTab> both{WindowTab::Result, WindowTab::Algorithm};
  area.addFindings(new FindingsPane(exploration), new TreePane(exploration),
                   new LitmusPane(exploration.browser(), litmus));
  area.add(new StagePane(selection, files), Region::Stage, both);
  area.add(new InspectorPane(selection), Region::Inspector, result);
  area.add(new RevisitPane(selection, steps), Region::Inspector, algorithm);
  area.add(new ReplayPane(selection, replay), Region::Inspector, result);
  area.add(new SourcePane(selection, files, replay.link().replay()), Region::Source, both);
  // Its choice of a file takes no line from the source.
  auto* choice = area.findChild<QComboBox*>(QStringLiteral("sourceChoice"));
  choice->setFixedWidth(sourceChoiceWidth);
  area.frame(Region::Source).addToHead(choice);
  serveEvents(area, replay.link());
  area.add(new StatePane(selection, steps), Region::Stage, algorithm);
  area.add(new RunsPane(selection, exploration.browser().run()), Region::Stage, runs);
  area.finish();
}

} // namespace revisit::gui
