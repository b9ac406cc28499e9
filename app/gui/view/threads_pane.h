// The threads at the position: how far each is, and what it does next or waits for.
#pragma once

#include "pane.h"

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
