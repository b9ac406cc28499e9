// The list of findings: bugs, reasons why not everything was explored, warnings and what is fixed, each group but the
// first under a heading that folds it. Rows that stay keep their places. Thread rule: the window's thread.
#pragma once

#include "model/roles.h"
#include "query/findings/finding_list.h"

#include <QAbstractListModel>

#include <set>

namespace revisit::gui {

struct FindingRow {
  bool isHeading = false;
  std::size_t place = 0; // in its group, from 0
  Listed listed;         // of a heading the kind, the title and the count
  friend bool operator==(const FindingRow&, const FindingRow&) = default;
};

class FindingsModel : public QAbstractListModel {
  Q_OBJECT

public:
  // 0: none, 1: unfolded, 2: folded.
  static constexpr int HeadingRole = findingRoles;

  explicit FindingsModel(QObject* parent = nullptr);

  // As listFindings() gives them, and what further stands among the warnings.
  void setFindings(std::vector<Listed> findings);
  // Folds the group of a heading, or unfolds it; does nothing for another row.
  void toggle(int row);

  const FindingRow& rowAt(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
  // -1: it is not there.
  int rowOfBug(std::size_t bug) const;
  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
  std::vector<FindingRow> makeRows() const;
  void show(std::vector<FindingRow> rows);

  std::vector<Listed> m_findings;
  std::vector<FindingRow> m_rows;
  std::set<FindingKind> m_folded;
};

} // namespace revisit::gui
