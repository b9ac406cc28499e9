// Keeps a table readable in the room that it has: its columns share the width, and its current row stays in sight when
// the table gets smaller.
// Thread rule: the window's thread.
#pragma once

#include <QTableView>

#include <vector>

namespace revisit::gui {

// The widths of columns that would like `wanted` pixels, in a table that is `width` wide. They all get what they want
// when there is room, the one of index `stretched` taking what is left. Else that one keeps what it wants, up to most
// of the table, and the widest others give way, though none below `least`: the sum may then be more than the table's
// width.
std::vector<int> sharedWidths(std::vector<int> wanted, std::size_t stretched, int width, int least);

class TableFit : public QObject {
  Q_OBJECT

public:
  // Owned by the table. One for each.
  explicit TableFit(QTableView& table);

  // Fits the columns now, and again whenever the table is resized, until the user sets a width.
  void fit(int stretched);

protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

private:
  void keepInSight(const QSize& before);
  void share();
  int wantedWidth(int column) const;

  QTableView& m_table;
  int m_stretched = -1;
  std::vector<int> m_wanted;
  bool m_isSharing = false, m_isUsers = false, m_isToScroll = false;
};

} // namespace revisit::gui
