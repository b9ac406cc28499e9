// The runs of this session: a table of them, and the course of one or two that are selected, over each other.
#pragma once

#include "model/exploration/run_history.h"
#include "view/widgets/pane.h"

class QComboBox;
class QTableView;

namespace revisit::gui {

class PlotChart;

class RunsPane : public Pane {
  Q_OBJECT

public:
  RunsPane(SelectionModel& selection, ExplorationRun& run, QWidget* parent = nullptr);

  const RunHistory& history() const { return *m_history; }
  PlotChart& chart() { return *m_chart; }

protected:
  void themeChanged() override;
  void inSightChanged() override;

private:
  QWidget* makeTools();
  void refresh();
  void save();

  RunHistory* m_history;
  QTableView* m_table;
  QComboBox* m_measure;
  PlotChart* m_chart;
};

} // namespace revisit::gui
