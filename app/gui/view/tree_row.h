// How a row of the exploration's tree looks: guides for its depth, a mark to fold it by, and its outcome in words, with
// a sign and in a colour. Stateless but for the theme.
#pragma once

#include "theme.h"

#include <QStyledItemDelegate>

namespace revisit {
enum class NodeOutcome : std::uint8_t;
}

namespace revisit::gui {

// "✗" for an erroneous one.
QChar signOf(NodeOutcome outcome);
QColor colourOf(NodeOutcome outcome, const Theme& theme);

class TreeRowDelegate : public QStyledItemDelegate {
  Q_OBJECT

public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void setTheme(const Theme& theme) { m_theme = &theme; }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  // Whether the place, in the row's cell, is that of the mark to fold it by.
  bool isFoldMark(const QModelIndex& index, const QRect& cell, const QPoint& place) const;
  // Rows of that depth, and of less, stand so far to the right that this outcome is whole in a column of that width, if
  // there is a way. Returns the width at which they stand as far to the right as they should.
  int fit(const QString& outcome, unsigned depth, const QFontMetrics& font, int width);

protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
  int indentOf(const QModelIndex& index) const;

  int m_step = 10; // to the right, for each depth
  const Theme* m_theme = &themeOf(ThemeKind::Light);
};

} // namespace revisit::gui
