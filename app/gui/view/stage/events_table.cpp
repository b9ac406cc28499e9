#include "events_table.h"

#include <QKeyEvent>

namespace revisit::gui {

EventsTable::EventsTable(ExecutionStage& stage, QWidget* parent)
    : QTableView(parent), m_stage(stage), m_events(new EventsModel(stage, this)),
      m_delegate(new EventRowDelegate(this)) {
  setUpTable(*this, QStringLiteral("events table"));
  setModel(m_events);
  setItemDelegate(m_delegate);
  connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, &EventsTable::rowChosen);
  connect(&stage, &StageSource::opened, this, [this] { fitColumns(*this, EventsModel::Text); });
  connect(&stage, &StageSource::selected, this, &EventsTable::followSelection);
  connect(m_events, &QAbstractItemModel::modelReset, this, &EventsTable::followSelection);
  connect(this, &QTableView::doubleClicked, this,
          [this](const QModelIndex& index) { m_stage.toggle(m_events->stageRow(index.row())); });
  fitColumns(*this, EventsModel::Text);
  followSelection();
}

void EventsTable::setTheme(const Theme& theme) {
  m_delegate->setTheme(theme);
  viewport()->update();
}

// As in trees: + opens what stands in one row, - closes it.
void EventsTable::keyPressEvent(QKeyEvent* event) {
  const bool opens = event->key() == Qt::Key_Plus, closes = event->key() == Qt::Key_Minus;
  if ((!opens && !closes) || !currentIndex().isValid())
    return QTableView::keyPressEvent(event);
  const std::size_t row = m_events->stageRow(currentIndex().row());
  if (opens == m_stage.rows().rows()[row].isFold())
    m_stage.toggle(row);
}

void EventsTable::followSelection() {
  gui::showRow(*this, m_events->selectedIndex());
}

void EventsTable::rowChosen(const QModelIndex& index) {
  if (index.isValid() && hasFocus()) // otherwise the table follows the stage
    m_stage.select(m_events->stageRow(index.row()));
}

} // namespace revisit::gui
