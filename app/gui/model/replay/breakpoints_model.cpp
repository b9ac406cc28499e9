#include "breakpoints_model.h"

#include "model/text.h"

namespace revisit::gui {

BreakpointsModel::BreakpointsModel(Replay& replay, QObject* parent) : QAbstractTableModel(parent), m_replay(replay) {
  connect(&replay, &Replay::snapshotChanged, this, &BreakpointsModel::refresh);
}

void BreakpointsModel::refresh() {
  const std::vector<ReplayBreakpoint>& breakpoints = m_replay.snapshot().breakpoints;
  if (breakpoints == m_breakpoints)
    return;
  if (breakpoints.size() == m_breakpoints.size()) {
    m_breakpoints = breakpoints;
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    return;
  }
  beginResetModel();
  m_breakpoints = breakpoints;
  endResetModel();
}

const ReplayBreakpoint* BreakpointsModel::breakpointAt(const QModelIndex& index) const {
  return index.isValid() ? &m_breakpoints[static_cast<std::size_t>(index.row())] : nullptr;
}

int BreakpointsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_breakpoints.size());
}

int BreakpointsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(columns);
}

Qt::ItemFlags BreakpointsModel::flags(const QModelIndex& index) const {
  const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
  return index.isValid() && index.column() == What ? flags | Qt::ItemIsUserCheckable : flags;
}

QVariant BreakpointsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
    return {};
  const ReplayBreakpoint& breakpoint = *breakpointAt(index);
  if (role == Qt::DisplayRole || role == Qt::ToolTipRole)
    return fromText(index.column() == What ? breakpoint.what : breakpoint.note);
  if (role == Qt::CheckStateRole && index.column() == What)
    return breakpoint.isEnabled ? Qt::Checked : Qt::Unchecked;
  return {};
}

bool BreakpointsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::CheckStateRole || !index.isValid() || index.column() != What)
    return false;
  m_replay.enableBreakpoint(breakpointAt(index)->id, value.toInt() == Qt::Checked);
  return true;
}

QVariant BreakpointsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
    return {};
  return section == What ? tr("Stops at") : tr("Which");
}

} // namespace revisit::gui
