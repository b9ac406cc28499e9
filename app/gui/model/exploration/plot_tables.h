// The data of the plots as tables: for reading by rows, by keyboard and by screen readers. Thread rule: the window's
// thread.
#pragma once

#include "core/branching.h"
#include "exploration_samples.h"

#include <QAbstractTableModel>

namespace revisit::gui {

// A row for each span of time, in order.
class SamplesTable : public QAbstractTableModel {
  Q_OBJECT

public:
  enum Column {
    Time,
    Executions,
    Rate,
    Slowest,
    Fastest,
    Erroneous,
    Deadlocked,
    Planned,
    EstimateInAll,
    EstimateError,
    SolverShare,
    Queries,
    EventsAdded,
    columns
  };

  using QAbstractTableModel::QAbstractTableModel;
  // Takes a copy, because the samples change later.
  void setSpans(std::vector<SampleSpan> spans);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
  std::vector<SampleSpan> m_spans;
};

// A row for each kind of event.
class BranchingTable : public QAbstractTableModel {
  Q_OBJECT

public:
  enum Column { Kind, Considered, Kept, Refused, Taken, RefusedLater, columns };

  using QAbstractTableModel::QAbstractTableModel;
  void setCounts(const std::array<BranchingCounts, eventKinds>& counts);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
  std::array<BranchingCounts, eventKinds> m_counts{};
};

} // namespace revisit::gui
