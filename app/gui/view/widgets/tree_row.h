// The look of a row in the exploration's tree: guides for its depth, a mark to fold it, and its outcome as a word, a
// sign and a colour. Stateless apart from the theme.
#pragma once

#include "theme.h"

#include <QStyledItemDelegate>

namespace revisit {
enum class NodeOutcome : std::uint8_t;
}

namespace revisit::gui {

// For example "✗" for an erroneous execution.
QChar signOf(NodeOutcome outcome);
QColor colourOf(NodeOutcome outcome, const Theme& theme);

class TreeRowDelegate : public QStyledItemDelegate {
  Q_OBJECT

public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void setTheme(const Theme& theme) { m_theme = &theme; }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  // Whether the point in the row's cell is on the fold mark.
  bool isFoldMark(const QModelIndex& index, const QRect& cell, const QPoint& place) const;
  // Reduces the indentation of rows up to that depth so that this outcome fits into a column of that width, if
  // possible. Returns the width that full indentation needs.
  int fit(const QString& outcome, unsigned depth, const QFontMetrics& font, int width);

protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
  int indentOf(const QModelIndex& index) const;

  int m_step = 10; // the indentation per level
  const Theme* m_theme = &themeOf(ThemeKind::Light);
};

} // namespace revisit::gui
