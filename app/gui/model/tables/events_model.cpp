#include "events_model.h"

#include "model/text.h"
#include "query/timeline/event_text.h"

#include <algorithm>

namespace revisit::gui {

EventsModel::EventsModel(ExecutionStage& stage, QObject* parent) : QAbstractTableModel(parent), m_stage(stage) {
  connect(&stage, &StageSource::opened, this, &EventsModel::makeRows);
  connect(&stage, &StageSource::refolded, this, &EventsModel::makeRows);
  connect(&stage.selection(), &SelectionModel::filterChanged, this, &EventsModel::makeRows);
  connect(&stage, &StageSource::looksChanged, this, &EventsModel::changeLooks);
  connect(&stage.selection(), &SelectionModel::positionChanged, this, &EventsModel::changeLooks);
  makeRows();
}

void EventsModel::makeRows() {
  beginResetModel();
  m_execution = m_stage.execution();
  m_rows.clear();
  for (std::size_t row = 0; row < m_stage.rowCount(); row++)
    if (m_stage.matches(row))
      m_rows.push_back(row);
  endResetModel();
}

void EventsModel::changeLooks() {
  if (!m_rows.empty())
    emit dataChanged(index(0, 0), index(rowCount() - 1, columns - 1), {DoneRole, LitRole, BookmarkRole});
}

QModelIndex EventsModel::indexOfRow(std::size_t row) const {
  const auto found = std::ranges::lower_bound(m_rows, row);
  return found != m_rows.end() && *found == row ? index(static_cast<int>(found - m_rows.begin()), 0) : QModelIndex();
}

QModelIndex EventsModel::indexOfEvent(EventNumber event) const {
  return indexOfRow(m_stage.rows().rowOf(event));
}

QModelIndex EventsModel::selectedIndex() const {
  const auto row = m_stage.selectedRow();
  return row ? indexOfRow(*row) : QModelIndex();
}

int EventsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int EventsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(columns);
}

// Of a fold those that match the filter.
FoldedRow EventsModel::matchingOf(std::size_t row) const {
  const StageRow& of = m_stage.rows().rows()[row];
  const Fold* const fold = m_stage.rows().foldOf(row);
  if (m_stage.selection().filter().trimmed().isEmpty())
    return {of.first, of.last(), of.events, fold};
  const std::vector<EventNumber>& matching = m_stage.selection().matchingEvents();
  const auto first = std::ranges::lower_bound(matching, of.first), end = std::ranges::upper_bound(matching, of.last());
  if (first == end)
    return {of.first, of.last(), of.events, fold}; // not shown
  const auto events = static_cast<std::size_t>(end - first);
  return {*first, *(end - 1), events, events > 1 ? fold : nullptr}; // the row of one is as short
}

QVariant EventsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
    return {};
  const std::size_t row = stageRow(index.row());
  const StageRow& of = m_stage.rows().rows()[row];
  const bool isWait = of.first == 0;
  switch (role) {
  case Qt::DisplayRole:
    return textOf(row, index.column());
  case Qt::ToolTipRole:
    return m_stage.tipAt(row, Half::Whole);
  case Qt::TextAlignmentRole:
    return QVariant::fromValue<int>((index.column() == Number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  case EventRole:
    return isWait ? QVariant() : QVariant::fromValue<qulonglong>(matchingOf(row).first);
  case LitRole:
    return m_stage.lineAt(row).isLit;
  case DoneRole:
    return isWait || of.first <= m_stage.selection().current().position;
  case BookmarkRole:
    return m_stage.lineAt(row).isBookmarked;
  case Qt::AccessibleTextRole: // aloud, as the mark itself is only painted
    return index.column() == Number && m_stage.lineAt(row).isBookmarked ? tr("%1, bookmarked").arg(textOf(row, Number))
                                                                        : textOf(row, index.column());
  default:
    return {};
  }
}

QString EventsModel::textOf(std::size_t row, int column) const {
  const StageRow& of = m_stage.rows().rows()[row];
  const Timeline& timeline = m_execution->timeline();
  if (column == Thread)
    return fromText(threadText(timeline.witness(), of.thread));
  if (column == Cause)
    return of.cause != 0 ? QString::number(of.cause) : QString();
  if (of.first == 0)
    return waitTextOf(row, column);
  if (of.isFold() && matchingOf(row).fold)
    return foldTextOf(row, column);
  const EventNumber event = of.isFold() ? matchingOf(row).first : of.first;
  const WitnessEvent& what = timeline.event(event);
  switch (column) {
  case Number:
    return QString::number(event);
  case Id:
    return fromText(referenceText(what));
  case Text: {
    const std::string order = memoryOrderWords(what);
    return fromText(eventText(timeline, event) + (order.empty() ? "" : " (" + order + ')'));
  }
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

QString EventsModel::foldTextOf(std::size_t row, int column) const {
  const FoldedRow of = matchingOf(row);
  switch (column) {
  case Number:
    return fromText(numbersText(of));
  case Id:
    return fromText(referenceText(m_execution->timeline().event(of.first)));
  case Text:
    return QStringLiteral("▸ ") + fromText(foldText(of));
  case Place:
    return fromText(placeText(of.fold->place));
  default:
    return {};
  }
}

QString EventsModel::waitTextOf(std::size_t row, int column) const {
  if (column == Text)
    return fromText(m_stage.rows().fullText(row));
  return column == Place ? fromText(placeText(m_stage.rows().waitOf(row)->position)) : QString();
}

QVariant EventsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
    return {};
  switch (section) {
  case Number:
    return tr("#");
  case Cause:
    return tr("Cause");
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

} // namespace revisit::gui
