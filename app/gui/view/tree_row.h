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
  static bool isFoldMark(const QModelIndex& index, const QRect& cell, const QPoint& place);

protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
  const Theme* m_theme = &themeOf(ThemeKind::Light);
};

} // namespace revisit::gui
