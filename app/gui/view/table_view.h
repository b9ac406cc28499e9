// The look that all tables of the window share. Stateless functions and a delegate.
#pragma once

#include "theme.h"

#include <QStyledItemDelegate>
#include <QTableView>

namespace revisit::gui {

// Whole rows are selected, one at a time; no grid; texts in the font of the code. The current row stays in sight when
// the table gets smaller. Rows have a RowMenu.
void setUpTable(QTableView& table, const QString& name);
// Columns as wide as what they show, `stretched` taking what is left; where the room is too small they share it as
// table_fit.h says, also when the table is resized. Widths that the user has set stay. Requires setUpTable.
void fitColumns(QTableView& table, int stretched);
// Selects the row and scrolls to it; an invalid index clears the selection.
void showRow(QTableView& table, const QModelIndex& index);

// Rows in the colours that their roles ask for: EventsModel's LitRole and DoneRole. One with BookmarkRole has a flag at
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
