// Rows as a table. Thread rule: the window's thread.
#pragma once

#include "model/selection_model.h"
#include "query/rows/table_rows.h"

#include <QAbstractTableModel>

namespace revisit::gui {

class RowsModel : public QAbstractTableModel {
  Q_OBJECT

public:
  // Uses the roles of EventsModel.
  RowsModel(SelectionModel& selection, std::vector<std::string> headings, QObject* parent = nullptr);

  // Keeps the selection if the number of rows does not change.
  void setRows(std::vector<TableRow> rows);
  const std::vector<TableRow>& rows() const { return m_rows; }
  // The row that leads to the event; invalid when there is none.
  QModelIndex indexOfEvent(EventNumber event) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
  SelectionModel& m_selection;
  std::vector<std::string> m_headings;
  std::vector<TableRow> m_rows;
};

} // namespace revisit::gui
