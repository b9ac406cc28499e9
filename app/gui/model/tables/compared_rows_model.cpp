#include "compared_rows_model.h"

#include "model/text.h"
#include "query/timeline/event_text.h"

#include <algorithm>

namespace revisit::gui {

void ComparedRowsModel::setCompared(ComparedPointer compared) {
  beginResetModel();
  m_compared = std::move(compared);
  m_opened.clear();
  makeRows();
  endResetModel();
}

void ComparedRowsModel::setShowsLibraries(bool shows) {
  if (shows == m_showsLibraries)
    return;
  beginResetModel();
  m_showsLibraries = shows;
  m_opened.clear();
  makeRows();
  endResetModel();
}

void ComparedRowsModel::open(std::size_t row) {
  const Row opened = m_rows[row];
  if (opened.lines == 1)
    return;
  beginResetModel();
  m_opened.insert(opened.first);
  makeRows();
  endResetModel();
}

void ComparedRowsModel::makeRows() {
  m_rows.clear();
  const std::size_t lines = m_compared ? m_compared->lines().size() : 0;
  for (std::size_t line = 0; line < lines; line += m_rows.back().lines)
    m_rows.push_back({line, linesTogether(line)});
  // An opened row has a row for each of its lines.
  std::vector<Row> rows;
  for (const Row& row : m_rows)
    for (std::size_t i = 0; i < row.lines; i++)
      if (m_opened.contains(row.first))
        rows.push_back({row.first + i, 1});
      else if (i == 0)
        rows.push_back(row);
  m_rows = std::move(rows);
}

const Fold* ComparedRowsModel::foldOf(std::size_t line, Side side) const {
  const ComparedLine& compared = m_compared->lines()[line];
  const auto event = compared.events[indexOf(side)];
  return event && compared.isCommon ? m_compared->marked(side)->folding().of(*event) : nullptr;
}

std::size_t ComparedRowsModel::linesTogether(std::size_t line) const {
  const Fold *const a = foldOf(line, Side::A), *const b = foldOf(line, Side::B);
  std::size_t end = line + 1;
  while (!m_showsLibraries && a && b && end < m_compared->lines().size() && foldOf(end, Side::A) == a &&
         foldOf(end, Side::B) == b)
    end++;
  return end - line;
}

std::size_t ComparedRowsModel::rowOf(std::size_t line) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(m_rows, line, {}, &Row::first) - m_rows.begin()) - 1;
}

int ComparedRowsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || !m_compared ? 0 : static_cast<int>(m_rows.size());
}

int ComparedRowsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(columns);
}

QVariant ComparedRowsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
    return {};
  const Row& row = m_rows[static_cast<std::size_t>(index.row())];
  const std::size_t line = row.first;
  const bool isNumber = index.column() == NumberA || index.column() == NumberB;
  switch (role) {
  case Qt::DisplayRole:
  case Qt::ToolTipRole:
    return textOf(row, index.column());
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

QString ComparedRowsModel::textOf(const Row& row, int column) const {
  const ComparedLine& compared = m_compared->lines()[row.first];
  switch (column) {
  case Thread:
    return threadOf(compared);
  case NumberA:
    return numberOf(row, Side::A);
  case EventA:
    return row.lines == 1 ? eventOf(compared, Side::A) : foldTextOf(row, Side::A);
  case NumberB:
    return numberOf(row, Side::B);
  case EventB:
    return row.lines == 1 ? eventOf(compared, Side::B) : foldTextOf(row, Side::B);
  case Same:
    return sameness(row.first);
  default:
    return {};
  }
}

// "7", "19-38"
QString ComparedRowsModel::numberOf(const Row& row, Side side) const {
  const std::vector<ComparedLine>& lines = m_compared->lines();
  const auto first = lines[row.first].events[indexOf(side)],
             last = lines[row.first + row.lines - 1].events[indexOf(side)];
  return first ? fromText(numbersText({*first, *last, row.lines, nullptr})) : QString();
}

QString ComparedRowsModel::foldTextOf(const Row& row, Side side) const {
  const Fold* const fold = foldOf(row.first, side);
  const std::string place = placeText(fold->place);
  return QStringLiteral("▸ ") + fromText(foldText({0, 0, row.lines, fold}) + (place.empty() ? "" : "  " + place));
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
