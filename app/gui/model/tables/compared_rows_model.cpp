#include "compared_rows_model.h"

#include "model/text.h"
#include "query/timeline/event_text.h"

#include <algorithm>

namespace revisit::gui {

void ComparedRowsModel::setCompared(ComparedPointer compared) {
  beginResetModel();
  m_compared = std::move(compared);
  endResetModel();
}

int ComparedRowsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || !m_compared ? 0 : static_cast<int>(m_compared->lines().size());
}

int ComparedRowsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(columns);
}

QVariant ComparedRowsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
    return {};
  const auto line = static_cast<std::size_t>(index.row());
  const bool isNumber = index.column() == NumberA || index.column() == NumberB;
  switch (role) {
  case Qt::DisplayRole:
  case Qt::ToolTipRole:
    return textOf(line, index.column());
  case Qt::TextAlignmentRole:
    return QVariant::fromValue<int>((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  case CommonRole:
    return m_compared->lines()[line].isCommon;
  case DifferenceRole:
    return isDifference(line);
  default:
    return {};
  }
}

bool ComparedRowsModel::isDifference(std::size_t line) const {
  return std::ranges::find(m_compared->differences(), line) != m_compared->differences().end();
}

QString ComparedRowsModel::textOf(std::size_t line, int column) const {
  const ComparedLine& compared = m_compared->lines()[line];
  const auto numberOf = [&](Side side) {
    const auto event = compared.events[indexOf(side)];
    return event ? QString::number(*event) : QString();
  };
  switch (column) {
  case Thread:
    return threadOf(compared);
  case NumberA:
    return numberOf(Side::A);
  case EventA:
    return eventOf(compared, Side::A);
  case NumberB:
    return numberOf(Side::B);
  case EventB:
    return eventOf(compared, Side::B);
  case Same:
    return sameness(line);
  default:
    return {};
  }
}

QString ComparedRowsModel::threadOf(const ComparedLine& line) const {
  const ComparedThread& thread = m_compared->comparison().threads[line.thread];
  return fromText(thread.a ? threadText(m_compared->original(Side::A)->witness(), *thread.a)
                           : threadText(m_compared->original(Side::B)->witness(), *thread.b));
}

// "(2,4) R x = 1  a.c:31"
QString ComparedRowsModel::eventOf(const ComparedLine& line, Side side) const {
  const auto event = line.events[indexOf(side)];
  if (!event)
    return {};
  const Timeline& timeline = m_compared->original(side)->timeline();
  const std::string place = placeText(timeline.event(*event));
  return fromText(referenceText(timeline.event(*event)) + " " + eventText(timeline, *event) +
                  (place.empty() ? "" : "  " + place));
}

QString ComparedRowsModel::sameness(std::size_t line) const {
  const ComparedLine& compared = m_compared->lines()[line];
  const std::vector<std::size_t>& differences = m_compared->differences();
  if (!differences.empty() && differences.front() == line)
    return tr("first difference");
  if (compared.isCommon)
    return tr("common");
  if (!compared.events[indexOf(Side::B)])
    return tr("only in A");
  return compared.events[indexOf(Side::A)] ? tr("differs") : tr("only in B");
}

QVariant ComparedRowsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
    return {};
  switch (section) {
  case Thread:
    return tr("Thread");
  case NumberA:
    return tr("# A");
  case EventA:
    return tr("In A");
  case NumberB:
    return tr("# B");
  case EventB:
    return tr("In B");
  case Same:
    return tr("Same?");
  default:
    return {};
  }
}

} // namespace revisit::gui
