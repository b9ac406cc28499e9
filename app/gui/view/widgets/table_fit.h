// Keeps a table readable in its space: the columns share the width, and the current row stays visible when the table
// gets smaller. Thread rule: the window's thread.
#pragma once

#include <QTableView>

#include <vector>

namespace revisit::gui {

// The widths of columns that need `wanted` pixels in a table of this width. If there is room, all get what they need,
// and the column `stretched` takes the rest. Otherwise that column keeps what it needs, up to most of the table, and
// the widest others get narrower, but not below `least`: the sum may then exceed the table's width.
std::vector<int> sharedWidths(std::vector<int> wanted, std::size_t stretched, int width, int least);

class TableFit : public QObject {
  Q_OBJECT

public:
  // Owned by the table; one for each table.
  explicit TableFit(QTableView& table);

  // Fits the columns now and after each resize, until the user sets a width.
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
