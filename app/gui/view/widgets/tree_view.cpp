#include "tree_view.h"

#include "model/replay/stack_model.h"
#include "model/replay/values_model.h"
#include "row_menu.h"

#include <QFontDatabase>
#include <QHeaderView>

namespace revisit::gui {

void setUpTree(QTreeView& tree, const QString& name) {
  tree.setObjectName(name);
  tree.setAccessibleName(name);
  tree.setSelectionBehavior(QAbstractItemView::SelectRows);
  tree.setSelectionMode(QAbstractItemView::SingleSelection);
  tree.setUniformRowHeights(true);
  tree.setAlternatingRowColors(true);
  tree.setFrameShape(QFrame::NoFrame);
  tree.setIndentation(14);
  tree.setMinimumHeight(40); // a header and a row, so that the window fits a small screen
  tree.setExpandsOnDoubleClick(false);
  QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
  font.setPixelSize(12);
  tree.setFont(font);
  tree.header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  tree.header()->setStretchLastSection(true);
  new RowMenu(tree);
}

void StackDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
  QStyledItemDelegate::initStyleOption(option, index);
  option->state &= ~QStyle::State_HasFocus;
  option->font.setBold(index.data(StackModel::StressedRole).toBool());
}

void ValueDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
  QStyledItemDelegate::initStyleOption(option, index);
  option->state &= ~QStyle::State_HasFocus;
  if (index.data(ValuesModel::ErrorRole).toBool()) {
    option->palette.setColor(QPalette::Text, m_theme->faintText);
  } else if (index.column() == ValuesModel::Value && index.data(ValuesModel::ChangedRole).toBool()) {
    option->backgroundBrush = m_theme->lit;
    option->palette.setColor(QPalette::Text, m_theme->litText);
    option->font.setBold(true);
  }
}

ValueTree::ValueTree(const QString& name, QWidget* parent) : QTreeView(parent), m_delegate(new ValueDelegate(this)) {
  setUpTree(*this, name);
  setItemDelegate(m_delegate);
  connect(this, &QTreeView::expanded, this,
          [this](const QModelIndex& index) { m_open.insert(index.data(ValuesModel::PathRole).toString()); });
  connect(this, &QTreeView::collapsed, this,
          [this](const QModelIndex& index) { m_open.remove(index.data(ValuesModel::PathRole).toString()); });
}

void ValueTree::setModel(QAbstractItemModel* model) {
  QTreeView::setModel(model);
  connect(model, &QAbstractItemModel::modelReset, this, [this] { openAgain({}); });
  connect(model, &QAbstractItemModel::rowsInserted, this, &ValueTree::openAgain);
  header()->resizeSection(ValuesModel::Name, 120);
  header()->resizeSection(ValuesModel::Value, 150);
}

void ValueTree::setTheme(const Theme& theme) {
  m_delegate->setTheme(theme);
  viewport()->update();
}

void ValueTree::openAgain(const QModelIndex& parent) {
  for (int row = 0; row < model()->rowCount(parent); row++) {
    const QModelIndex index = model()->index(row, 0, parent);
    if (m_open.contains(index.data(ValuesModel::PathRole).toString()))
      expand(index);
  }
}

} // namespace revisit::gui
