// A table of rows that lead to events, for Threads, Location and Constraints. A click on a row, or Return, goes to its
// event.
#pragma once

#include "model/tables/rows_model.h"
#include "table_view.h"

namespace revisit::gui {

class RowsTable : public QTableView {
  Q_OBJECT

public:
  // `stretched`: the column that takes the remaining width.
  RowsTable(SelectionModel& selection, const QString& name, const std::vector<std::string>& headings, int stretched,
            QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  // Fits the columns if the number of rows has changed.
  void setRows(std::vector<TableRow> rows);
  void showEventRow(std::optional<EventNumber> event);
  // The event of the selected row.
  std::optional<EventNumber> selectedEvent() const;
  const RowsModel& rows() const { return *m_model; }

private:
  void activate(const QModelIndex& index);

  SelectionModel& m_selection;
  RowsModel* m_model;
  EventRowDelegate* m_delegate;
  int m_stretched;
};

} // namespace revisit::gui
