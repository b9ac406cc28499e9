// The events as a table, with the window's filter.
#pragma once

#include "model/tables/events_model.h"
#include "view/widgets/pane.h"
#include "view/widgets/table_view.h"

namespace revisit::gui {

class EventsPane : public Pane {
  Q_OBJECT

public:
  explicit EventsPane(SelectionModel& selection, QWidget* parent = nullptr);

  QTableView& table() { return *m_table; }

protected:
  void themeChanged() override;
  bool eventFilter(QObject* watched, QEvent* event) override;

private:
  void executionChanged();
  void followSelection();
  void rowChosen(const QModelIndex& index);

  EventsModel* m_events;
  MatchingEventsModel* m_matching;
  QTableView* m_table;
  EventRowDelegate* m_delegate;
};

} // namespace revisit::gui
