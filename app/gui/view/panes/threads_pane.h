// The threads at the position: their progress, and their next event or what they wait for.
#pragma once

#include "view/widgets/pane.h"

namespace revisit::gui {

class RowsTable;

class ThreadsPane : public Pane {
  Q_OBJECT

public:
  explicit ThreadsPane(SelectionModel& selection, QWidget* parent = nullptr);

protected:
  void themeChanged() override;

private:
  void refresh();

  RowsTable* m_table;
};

} // namespace revisit::gui
