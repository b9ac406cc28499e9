#include "events_model.h"

#include "model/text.h"
#include "query/timeline/event_text.h"

namespace revisit::gui {

EventsModel::EventsModel(SelectionModel& selection, QObject* parent)
    : QAbstractTableModel(parent), m_selection(selection), m_execution(selection.execution()) {
  connect(&selection, &SelectionModel::executionChanged, this, [this] {
    beginResetModel();
    m_execution = m_selection.execution();
    endResetModel();
  });
  connect(&selection, &SelectionModel::positionChanged, this, [this] { changeAll({DoneRole}); });
  connect(&selection, &SelectionModel::litChanged, this, [this] { changeAll({LitRole}); });
  connect(&selection, &SelectionModel::bookmarkedChanged, this,
          [this] { changeAll({BookmarkRole, Qt::AccessibleTextRole}); });
  for (const auto changed : {&SelectionModel::foldingChanged, &SelectionModel::filterChanged})
    connect(&selection, changed, this, [this] { changeAll({Qt::DisplayRole, Qt::AccessibleTextRole}); });
}

void EventsModel::changeAll(const QList<int>& roles) {
  if (rowCount() != 0)
    emit dataChanged(index(0, 0), index(rowCount() - 1, columns - 1), roles);
}

int EventsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || !m_execution ? 0 : static_cast<int>(m_execution->timeline().size());
}

int EventsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(columns);
}

QVariant EventsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
    return {};
  const auto event = static_cast<EventNumber>(index.row()) + 1;
  switch (role) {
  case Qt::DisplayRole:
    return textOf(event, index.column());
  case Qt::ToolTipRole:
    if (const FoldedRow row = m_selection.rowOf(event); row.fold)
      return tr("%1 in a library. A double click or the key + shows them.").arg(fromText(foldText(row)));
    return fromText(stopLine(m_execution->timeline(), event));
  case Qt::TextAlignmentRole:
    return QVariant::fromValue<int>((index.column() == Number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  case EventRole:
    return QVariant::fromValue<qulonglong>(event);
  case LitRole:
    return m_selection.isLit(event);
  case DoneRole:
    return event <= m_selection.current().position;
  case BookmarkRole:
    return m_selection.isBookmarked(event);
  case Qt::AccessibleTextRole: // aloud, as the mark itself is only painted
    return index.column() == Number && m_selection.isBookmarked(event) ? tr("%1, bookmarked").arg(textOf(event, Number))
                                                                       : textOf(event, index.column());
  default:
    return {};
  }
}

QString EventsModel::textOf(EventNumber event, int column) const {
  const Timeline& timeline = m_execution->timeline();
  const WitnessEvent& what = timeline.event(event);
  if (const FoldedRow row = m_selection.rowOf(event); row.fold)
    return foldTextOf(row, column);
  switch (column) {
  case Number:
    return QString::number(event);
  case Id:
    return fromText(referenceText(what));
  case Thread:
    return fromText(threadText(timeline.witness(), what.thread));
  case Text:
    return fromText(eventText(timeline, event));
  case Source:
    if (const auto source = timeline.readsFrom(event))
      return QStringLiteral("%1 %2  %3")
          .arg(QString::number(*source), fromText(referenceText(timeline.event(*source))),
               fromText(shortText(timeline, *source)));
    return what.reads ? tr("initial value") : QString();
  case Place:
    return fromText(placeText(what));
  default:
    return {};
  }
}

QString EventsModel::foldTextOf(const FoldedRow& row, int column) const {
  const Timeline& timeline = m_execution->timeline();
  const WitnessEvent& first = timeline.event(row.first);
  switch (column) {
  case Number:
    return fromText(numbersText(row));
  case Id:
    return fromText(referenceText(first));
  case Thread:
    return fromText(threadText(timeline.witness(), first.thread));
  case Text:
    return QStringLiteral("▸ ") + fromText(foldText(row));
  case Place:
    return fromText(placeText(row.fold->place));
  default:
    return {};
  }
}

QVariant EventsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
    return {};
  switch (section) {
  case Number:
    return tr("#");
  case Id:
    return tr("Id");
  case Thread:
    return tr("Thread");
  case Text:
    return tr("Event");
  case Source:
    return tr("Reads from");
  case Place:
    return tr("Line");
  default:
    return {};
  }
}

MatchingEventsModel::MatchingEventsModel(SelectionModel& selection, QObject* parent)
    : QSortFilterProxyModel(parent), m_selection(selection) {
  for (const auto changed : {&SelectionModel::foldingChanged, &SelectionModel::filterChanged})
    connect(&selection, changed, this, [this] { invalidateFilter(); });
}

QModelIndex MatchingEventsModel::indexOfEvent(EventNumber event) const {
  return mapFromSource(sourceModel()->index(static_cast<int>(m_selection.rowOf(event).first) - 1, 0));
}

bool MatchingEventsModel::filterAcceptsRow(int sourceRow, const QModelIndex&) const {
  const EventNumber event = static_cast<EventNumber>(sourceRow) + 1;
  return m_selection.matches(event) && m_selection.beginsRow(event);
}

} // namespace revisit::gui
