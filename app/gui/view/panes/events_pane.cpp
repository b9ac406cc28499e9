#include "events_pane.h"

#include <QHeaderView>
#include <QKeyEvent>

namespace revisit::gui {

EventsPane::EventsPane(SelectionModel& selection, QWidget* parent)
    : Pane({QStringLiteral("events"), tr("Events"), QKeySequence(tr("Alt+2"))}, selection, parent),
      m_events(new EventsModel(selection, this)), m_matching(new MatchingEventsModel(selection, this)),
      m_table(new QTableView), m_delegate(new EventRowDelegate(this)) {
  setUpTable(*m_table, QStringLiteral("events table"));
  m_matching->setSourceModel(m_events);
  m_table->setModel(m_matching);
  m_table->setItemDelegate(m_delegate);
  setContent(m_table);
  connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &EventsPane::rowChosen);
  connect(&selection, &SelectionModel::executionChanged, this, &EventsPane::executionChanged);
  connect(&selection, &SelectionModel::eventChanged, this, &EventsPane::followSelection);
  connect(&selection, &SelectionModel::filterChanged, this, &EventsPane::followSelection);
  connect(&selection, &SelectionModel::foldingChanged, this, &EventsPane::followSelection);
  connect(m_table, &QTableView::doubleClicked, this, [this](const QModelIndex& row) {
    this->selection().toggleFold(row.data(EventsModel::EventRole).toULongLong());
  });
  m_table->installEventFilter(this);
  executionChanged();
}

// As in trees: + opens what stands in one row, - closes it.
bool EventsPane::eventFilter(QObject* watched, QEvent* event) {
  const auto* const key = event->type() == QEvent::KeyPress ? static_cast<QKeyEvent*>(event) : nullptr;
  const bool opens = key && key->key() == Qt::Key_Plus, closes = key && key->key() == Qt::Key_Minus;
  const QModelIndex row = m_table->currentIndex();
  if (watched != m_table || (!opens && !closes) || !row.isValid())
    return false;
  const EventNumber number = row.data(EventsModel::EventRole).toULongLong();
  if (opens == (selection().rowOf(number).fold != nullptr))
    selection().toggleFold(number);
  return true;
}

void EventsPane::themeChanged() {
  m_delegate->setTheme(theme());
  m_table->viewport()->update();
}

void EventsPane::executionChanged() {
  fitColumns(*m_table, EventsModel::Text);
  followSelection();
}

void EventsPane::followSelection() {
  const auto event = selection().current().event;
  showRow(*m_table, event ? m_matching->indexOfEvent(*event) : QModelIndex());
  setNotice(!execution()                  ? tr("No execution is open.")
            : m_matching->rowCount() == 0 ? tr("No event matches “%1”.").arg(selection().filter())
                                          : QString());
}

void EventsPane::rowChosen(const QModelIndex& index) {
  if (!index.isValid() || !m_table->hasFocus())
    return; // the table follows the selection model
  selection().selectEvent(index.data(EventsModel::EventRole).toULongLong());
}

} // namespace revisit::gui
