// The explorations since the window was opened, one row each, with the course of each: a table, as CSV, and curves.
// Thread rule: the window's thread.
#pragma once

#include "check/progress/exploration_samples.h"
#include "exploration_run.h"

#include <QAbstractTableModel>
#include <QPointF>

#include <deque>

namespace revisit::gui {

enum class Measure : std::uint8_t { Executions, Rate, Bugs, Planned, Estimate, SolverShare };
inline constexpr std::array allMeasures = {Measure::Executions, Measure::Rate,     Measure::Bugs,
                                           Measure::Planned,    Measure::Estimate, Measure::SolverShare};
// "executions", "executions per second".
QString nameOf(Measure measure);

// Its curve over the seconds of the exploration.
QList<QPointF> curveOf(const std::vector<SampleSpan>& spans, Measure measure);

class RunHistory : public QAbstractTableModel {
  Q_OBJECT

public:
  enum Column {
    Program,
    Model,
    AlgorithmColumn,
    Result,
    Executions,
    Bugs,
    States,
    Refused,
    Events,
    Queries,
    SolverSeconds,
    Seconds,
    columns
  };

  // Keeps a reference. The newest runs are kept.
  explicit RunHistory(ExplorationRun& run, QObject* parent = nullptr);

  const std::vector<SampleSpan>& spansOf(int row) const {
    return m_runs[static_cast<std::size_t>(row)]->samples.spans();
  }
  // What a legend calls the run: "2: sensor.c, condpor, tso".
  QString titleOf(int row) const;
  // With a line of headings; cells with commas or quotes are quoted.
  QString csv() const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
  struct Run {
    std::array<QVariant, columns> cells;
    ExplorationSamples samples;
  };
  void begin();
  void follow();
  bool isTimeForSample() const;

  ExplorationRun& m_run;
  std::deque<std::unique_ptr<Run>> m_runs;
};

} // namespace revisit::gui
