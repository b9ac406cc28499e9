#include "table_view.h"

#include "model/events_model.h"

#include <QFontDatabase>
#include <QHeaderView>

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
  table.horizontalHeader()->setResizeContentsPrecision(200);
}

void fitColumns(QTableView& table, int stretched) {
  QHeaderView* header = table.horizontalHeader();
  if (!table.model() || stretched >= header->count())
    return;
  header->setSectionResizeMode(QHeaderView::Interactive);
  header->resizeSections(QHeaderView::ResizeToContents);
  header->setSectionResizeMode(stretched, QHeaderView::Stretch);
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

void EventRowDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
  QStyledItemDelegate::initStyleOption(option, index);
  option->state &= ~QStyle::State_HasFocus; // the whole row is what has it
  if (index.data(EventsModel::LitRole).toBool()) {
    option->backgroundBrush = m_theme->lit;
    option->palette.setColor(QPalette::Text, m_theme->litText);
  } else if (const QVariant done = index.data(EventsModel::DoneRole); done.isValid() && !done.toBool()) {
    option->palette.setColor(QPalette::Text, m_theme->faintText);
  }
}

} // namespace revisit::gui
