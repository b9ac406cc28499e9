#include "rows_model.h"

#include "events_model.h"
#include "model/text.h"

#include <algorithm>

namespace revisit::gui {

RowsModel::RowsModel(SelectionModel& selection, std::vector<std::string> headings, QObject* parent)
    : QAbstractTableModel(parent), m_selection(selection), m_headings(std::move(headings)) {
  connect(&selection, &SelectionModel::litChanged, this, [this] {
    if (!m_rows.empty())
      emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1), {EventsModel::LitRole});
  });
}

void RowsModel::setRows(std::vector<TableRow> rows) {
  if (rows == m_rows)
    return;
  if (rows.size() == m_rows.size()) {
    m_rows = std::move(rows);
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    return;
  }
  beginResetModel();
  m_rows = std::move(rows);
  endResetModel();
}

QModelIndex RowsModel::indexOfEvent(EventNumber event) const {
  const auto found = std::ranges::find(m_rows, std::optional(event), &TableRow::event);
  return found != m_rows.end() ? index(static_cast<int>(found - m_rows.begin()), 0) : QModelIndex();
}

int RowsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RowsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_headings.size());
}

QVariant RowsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
    return {};
  const TableRow& row = m_rows[static_cast<std::size_t>(index.row())];
  switch (role) {
  case Qt::DisplayRole:
  case Qt::ToolTipRole:
    return fromText(row.cells[static_cast<std::size_t>(index.column())]);
  case EventsModel::EventRole:
    return row.event ? QVariant::fromValue<qulonglong>(*row.event) : QVariant();
  case EventsModel::LitRole:
    return row.event && m_selection.isLit(*row.event);
  case EventsModel::DoneRole:
    return row.isDone;
  default:
    return {};
  }
}

QVariant RowsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  const bool isHere = orientation == Qt::Horizontal && role == Qt::DisplayRole && section >= 0 &&
                      section < static_cast<int>(m_headings.size());
  return isHere ? fromText(m_headings[static_cast<std::size_t>(section)]) : QVariant();
}

} // namespace revisit::gui
