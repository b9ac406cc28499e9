// The breakpoints of the replay as a table; a check mark shows which are enabled. Thread rule: the window's thread.
#pragma once

#include "replay.h"

#include <QAbstractTableModel>

namespace revisit::gui {

class BreakpointsModel : public QAbstractTableModel {
  Q_OBJECT

public:
  enum Column { What, Note, columns };

  explicit BreakpointsModel(Replay& replay, QObject* parent = nullptr);

  // Null for an invalid index.
  const ReplayBreakpoint* breakpointAt(const QModelIndex& index) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  // Changes the check mark: asks the replay, and shows the result.
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
  void refresh();

  Replay& m_replay;
  std::vector<ReplayBreakpoint> m_breakpoints;
};

} // namespace revisit::gui
