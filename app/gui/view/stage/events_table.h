// The rows of the stage as a table, which opens and closes folds as the stage does.
#pragma once

#include "model/tables/events_model.h"
#include "view/widgets/table_view.h"

namespace revisit::gui {

class EventsTable : public QTableView {
  Q_OBJECT

public:
  // Keeps a reference.
  explicit EventsTable(ExecutionStage& stage, QWidget* parent = nullptr);

  EventsModel& events() { return *m_events; }
  void setTheme(const Theme& theme);

protected:
  void keyPressEvent(QKeyEvent* event) override;

private:
  void followSelection();
  void rowChosen(const QModelIndex& index);

  ExecutionStage& m_stage;
  EventsModel* m_events;
  EventRowDelegate* m_delegate;
};

} // namespace revisit::gui
