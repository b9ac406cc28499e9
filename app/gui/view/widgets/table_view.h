// The common look of the window's tables. Stateless functions and a delegate.
#pragma once

#include "theme.h"

#include <QStyledItemDelegate>
#include <QTableView>

namespace revisit::gui {

// Selects whole rows, one at a time; no grid; monospaced text. The current row stays visible when the table gets
// smaller. Rows have a RowMenu.
void setUpTable(QTableView& table, const QString& name);
// Makes columns as wide as their contents; `stretched` takes the rest. If there is not enough room, they share it as in
// table_fit.h, also after a resize. Widths set by the user are kept. Requires setUpTable.
void fitColumns(QTableView& table, int stretched);
// Selects the row and scrolls to it; an invalid index clears the selection.
void showRow(QTableView& table, const QModelIndex& index);

// Paints rows in the colours of their roles: EventsModel's LitRole and DoneRole. A row with BookmarkRole has a flag at
// its left end.
class EventRowDelegate : public QStyledItemDelegate {
  Q_OBJECT

public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void setTheme(const Theme& theme) { m_theme = &theme; }
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
  const Theme* m_theme = &themeOf(ThemeKind::Light);
};

} // namespace revisit::gui
