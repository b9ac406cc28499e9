#include "rows_table.h"

#include "model/tables/events_model.h"

namespace revisit::gui {

RowsTable::RowsTable(SelectionModel& selection, const QString& name, const std::vector<std::string>& headings,
                     int stretched, QWidget* parent)
    : QTableView(parent), m_selection(selection), m_model(new RowsModel(selection, headings, this)),
      m_delegate(new EventRowDelegate(this)), m_stretched(stretched) {
  setUpTable(*this, name);
  setModel(m_model);
  setItemDelegate(m_delegate);
  connect(this, &QTableView::clicked, this, &RowsTable::activate);
  connect(this, &QTableView::activated, this, &RowsTable::activate);
}

void RowsTable::setTheme(const Theme& theme) {
  m_delegate->setTheme(theme);
  viewport()->update();
}

void RowsTable::setRows(std::vector<TableRow> rows) {
  m_model->setRows(std::move(rows));
  fitColumns(*this, m_stretched);
}

void RowsTable::showEventRow(std::optional<EventNumber> event) {
  gui::showRow(*this, event ? m_model->indexOfEvent(*event) : QModelIndex());
}

std::optional<EventNumber> RowsTable::selectedEvent() const {
  const QVariant event = currentIndex().data(EventsModel::EventRole);
  return event.isValid() ? std::optional<EventNumber>(event.toULongLong()) : std::nullopt;
}

void RowsTable::activate(const QModelIndex& index) {
  if (const QVariant event = index.data(EventsModel::EventRole); event.isValid())
    m_selection.selectEvent(event.toULongLong());
}

} // namespace revisit::gui
