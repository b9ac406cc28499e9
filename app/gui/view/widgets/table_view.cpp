#include "table_view.h"

#include "model/tables/events_model.h"
#include "row_menu.h"
#include "table_fit.h"

#include <QFontDatabase>
#include <QHeaderView>
#include <QPainter>

namespace revisit::gui {

void setUpTable(QTableView& table, const QString& name) {
  table.setObjectName(name);
  table.setAccessibleName(name);
  table.setSelectionBehavior(QAbstractItemView::SelectRows);
  table.setSelectionMode(QAbstractItemView::SingleSelection);
  table.setShowGrid(false);
  table.setAlternatingRowColors(true);
  table.setWordWrap(false);
  table.setFrameShape(QFrame::NoFrame);
  table.setTabKeyNavigation(false); // Tab leaves the table
  table.verticalHeader()->hide();
  QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
  font.setPixelSize(12);
  table.setFont(font);
  table.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  table.verticalHeader()->setDefaultSectionSize(QFontMetrics(font).height() + 6);
  table.horizontalHeader()->setHighlightSections(false);
  table.horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  table.horizontalHeader()->setResizeContentsPrecision(40);
  new TableFit(table);
  new RowMenu(table);
}

void fitColumns(QTableView& table, int stretched) {
  table.findChild<TableFit*>(QString(), Qt::FindDirectChildrenOnly)->fit(stretched);
}

void showRow(QTableView& table, const QModelIndex& index) {
  if (!index.isValid()) {
    table.clearSelection();
    table.setCurrentIndex({});
    return;
  }
  table.selectRow(index.row());
  table.scrollTo(index, QAbstractItemView::EnsureVisible);
}

void EventRowDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QStyledItemDelegate::paint(painter, option, index);
  if (index.column() != 0 || !index.data(EventsModel::BookmarkRole).toBool())
    return;
  const QPointF corner = option.rect.topLeft();
  const qreal size = 9;
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(Qt::NoPen);
  painter->setBrush(m_theme->link);
  painter->drawPolygon(QPolygonF({corner, corner + QPointF(size, 0), corner + QPointF(0, size)}));
  painter->restore();
}

void EventRowDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
  QStyledItemDelegate::initStyleOption(option, index);
  option->state &= ~QStyle::State_HasFocus; // the whole row has the focus
  if (index.data(EventsModel::LitRole).toBool()) {
    option->backgroundBrush = m_theme->lit;
    option->palette.setColor(QPalette::Text, m_theme->litText);
  } else if (const QVariant done = index.data(EventsModel::DoneRole); done.isValid() && !done.toBool()) {
    option->palette.setColor(QPalette::Text, m_theme->faintText);
  }
}

} // namespace revisit::gui
