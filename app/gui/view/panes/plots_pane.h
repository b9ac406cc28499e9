// The course of the exploration: executions and rate over time, the solver's share, alternatives by kind of event, and
// the estimate of the total; also as tables.
#pragma once

#include "core/branching.h"
#include "model/exploration/exploration_run.h"
#include "model/exploration/exploration_samples.h"
#include "view/widgets/pane.h"

class QGridLayout;
class QLabel;
class QTabWidget;
class QTableView;

namespace revisit::gui {

class BranchingChart;
class BranchingTable;
class PlotChart;
class SamplesTable;

class PlotsPane : public Pane {
  Q_OBJECT

public:
  // Keeps a reference to `run`.
  PlotsPane(SelectionModel& selection, ExplorationRun& run, QWidget* parent = nullptr);

  const ExplorationSamples& samples() const { return *m_samples; }

protected:
  void themeChanged() override;
  void inSightChanged() override;
  void resizeEvent(QResizeEvent* event) override;

private:
  QWidget* makePlots();
  QWidget* makeTables();
  void arrange(int columns);
  void restart();
  void follow();
  void refresh();
  void refreshPlots();
  bool isTimeForSample() const;
  void readLog();
  QString summary() const;

  ExplorationRun& m_run;
  ExplorationSamples* m_samples;
  Branching m_branching;
  QTimer m_refreshing; // the plots are painted a few times a second at most
  QTimer m_reading;    // reads the log in pieces
  QTabWidget* m_views;
  QGridLayout* m_grid = nullptr;
  int m_columns = 0;
  PlotChart* m_executions = nullptr;
  PlotChart* m_rate = nullptr;
  PlotChart* m_solver = nullptr;
  PlotChart* m_estimate = nullptr;
  BranchingChart* m_alternatives = nullptr;
  QLabel* m_summary = nullptr;
  QTableView* m_times = nullptr;
  QTableView* m_kinds = nullptr;
  SamplesTable* m_timesModel = nullptr;
  BranchingTable* m_kindsModel = nullptr;
};

// A sample of the run's present status.
ExplorationSample sampleOf(const ExplorationStatus& status);

} // namespace revisit::gui
