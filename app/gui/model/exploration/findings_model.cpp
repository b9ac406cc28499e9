#include "findings_model.h"

#include "model/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit::gui {
namespace {

const char* headingOf(FindingKind kind) {
  switch (kind) {
  case FindingKind::Reason:
    return QT_TRANSLATE_NOOP("FindingsModel", "Not explored");
  case FindingKind::Warning:
    return QT_TRANSLATE_NOOP("FindingsModel", "Warnings");
  case FindingKind::Fixed:
    return QT_TRANSLATE_NOOP("FindingsModel", "Not there any more");
  case FindingKind::Bug:
    break;
  }
  return "";
}

bool isSameRow(const FindingRow& one, const FindingRow& other) {
  return one.isHeading == other.isHeading && one.listed.kind == other.listed.kind && one.place == other.place;
}

} // namespace

FindingsModel::FindingsModel(QObject* parent) : QAbstractListModel(parent), m_folded{FindingKind::Warning} {}

void FindingsModel::setFindings(std::vector<Listed> findings) {
  if (findings == m_findings)
    return;
  m_findings = std::move(findings);
  show(makeRows());
}

void FindingsModel::toggle(int row) {
  if (row < 0 || row >= rowCount() || !rowAt(row).isHeading)
    return;
  const FindingKind kind = rowAt(row).listed.kind;
  if (m_folded.erase(kind) == 0)
    m_folded.insert(kind);
  show(makeRows());
}

std::vector<FindingRow> FindingsModel::makeRows() const {
  std::vector<FindingRow> rows;
  for (const FindingKind kind : {FindingKind::Bug, FindingKind::Reason, FindingKind::Warning, FindingKind::Fixed}) {
    const auto count = std::ranges::count(m_findings, kind, &Listed::kind);
    if (count == 0)
      continue;
    if (kind != FindingKind::Bug) {
      FindingRow heading{true, 0, {kind, 0, false, tr(headingOf(kind)).toStdString(), "", std::to_string(count)}};
      rows.push_back(std::move(heading));
    }
    std::size_t place = 0;
    for (const Listed& listed : m_findings)
      if (listed.kind == kind && (kind == FindingKind::Bug || !m_folded.contains(kind)))
        rows.push_back({false, place++, listed});
  }
  return rows;
}

// Only what differs between what stays at the beginning and at the end is taken out and put in.
void FindingsModel::show(std::vector<FindingRow> rows) {
  const std::size_t both = std::min(rows.size(), m_rows.size());
  std::size_t begin = 0, end = 0;
  while (begin < both && isSameRow(rows[begin], m_rows[begin]))
    begin++;
  while (end < both - begin && isSameRow(rows[rows.size() - 1 - end], m_rows[m_rows.size() - 1 - end]))
    end++;
  const auto at = [](std::vector<FindingRow>& of, std::size_t place) {
    return of.begin() + static_cast<std::ptrdiff_t>(place);
  };
  if (m_rows.size() > begin + end) {
    beginRemoveRows({}, static_cast<int>(begin), static_cast<int>(m_rows.size() - end) - 1);
    m_rows.erase(at(m_rows, begin), at(m_rows, m_rows.size() - end));
    endRemoveRows();
  }
  if (rows.size() > begin + end) {
    beginInsertRows({}, static_cast<int>(begin), static_cast<int>(rows.size() - end) - 1);
    m_rows.insert(at(m_rows, begin), at(rows, begin), at(rows, rows.size() - end));
    endInsertRows();
  }
  m_rows = std::move(rows);
  if (!m_rows.empty())
    emit dataChanged(index(0), index(rowCount() - 1));
}

int FindingsModel::rowOfBug(std::size_t bug) const {
  const auto found = std::ranges::find_if(m_rows, [&](const FindingRow& row) {
    return !row.isHeading && row.listed.kind == FindingKind::Bug && row.place == bug;
  });
  return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int FindingsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant FindingsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid))
    return {};
  const FindingRow& row = rowAt(index.row());
  const Listed& listed = row.listed;
  switch (role) {
  case Qt::DisplayRole:
    return fromText(listed.title);
  case Qt::ToolTipRole:
  case Qt::AccessibleTextRole: {
    std::string text = listed.title;
    for (const std::string& part : {listed.detail, listed.count, listed.remark})
      if (!part.empty())
        text += (role == Qt::ToolTipRole ? "\n" : ", ") + part;
    return fromText(text);
  }
  case HeadingRole:
    return !row.isHeading ? 0 : m_folded.contains(listed.kind) ? 2 : 1;
  default:
    return {};
  }
}

} // namespace revisit::gui
