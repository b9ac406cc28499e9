// Trees of the replayed program: stacks and values. Stateless but for the tree of values.
#pragma once

#include "theme.h"

#include <QSet>
#include <QStyledItemDelegate>
#include <QTreeView>

namespace revisit::gui {

// Whole rows, one at a time, in the font of the code. Rows have a RowMenu.
void setUpTree(QTreeView& tree, const QString& name);

// Bold what StackModel stresses.
class StackDelegate : public QStyledItemDelegate {
  Q_OBJECT

public:
  using QStyledItemDelegate::QStyledItemDelegate;

protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

// What has changed in the colour of an answer, what is no value fainter: ValuesModel's roles.
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

// A tree of ValuesModel. What was opened at one stop is open at the next.
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
