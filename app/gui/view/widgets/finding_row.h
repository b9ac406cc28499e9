// The look of a row in the list of findings: a heading, or a finding in two lines with its count at the right.
#pragma once

#include "theme.h"

#include <QStyledItemDelegate>

namespace revisit::gui {

class FindingDelegate : public QStyledItemDelegate {
  Q_OBJECT

public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void setTheme(const Theme& theme) { m_theme = &theme; }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
  const Theme* m_theme = &themeOf(ThemeKind::Light);
};

} // namespace revisit::gui
