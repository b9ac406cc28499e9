// Trees for the replayed program: stacks and values. Stateless apart from the tree of values.
#pragma once

#include "theme.h"

#include <QSet>
#include <QStyledItemDelegate>
#include <QTreeView>

namespace revisit::gui {

// Selects whole rows, one at a time; monospaced text. Rows have a RowMenu.
void setUpTree(QTreeView& tree, const QString& name);

// Shows emphasised rows of StackModel in bold.
class StackDelegate : public QStyledItemDelegate {
  Q_OBJECT

public:
  using QStyledItemDelegate::QStyledItemDelegate;

protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

// Shows changed values in the colour of answers, and missing values fainter, by ValuesModel's roles.
class ValueDelegate : public QStyledItemDelegate {
  Q_OBJECT

public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void setTheme(const Theme& theme) { m_theme = &theme; }

protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
  const Theme* m_theme = &themeOf(ThemeKind::Light);
};

// A tree of ValuesModel. Nodes opened at one stop are open at the next.
class ValueTree : public QTreeView {
  Q_OBJECT

public:
  explicit ValueTree(const QString& name, QWidget* parent = nullptr);

  void setModel(QAbstractItemModel* model) override;
  void setTheme(const Theme& theme);

private:
  void openAgain(const QModelIndex& parent);

  ValueDelegate* m_delegate;
  QSet<QString> m_open; // paths
};

} // namespace revisit::gui
