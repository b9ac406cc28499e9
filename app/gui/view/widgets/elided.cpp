#include "elided.h"

#include <QStyleOptionToolButton>
#include <QStylePainter>

namespace revisit::gui {

template <> void Elided<QLabel>::paintEvent(QPaintEvent*) {
  const QRect room = contentsRect();
  QStylePainter painter(this);
  painter.drawItemText(room, static_cast<int>(alignment()), palette(), isEnabled(),
                       fontMetrics().elidedText(text(), Qt::ElideRight, room.width()), foregroundRole());
}

template <> void Elided<QToolButton>::paintEvent(QPaintEvent*) {
  constexpr int margin = 4;
  QStyleOptionToolButton option;
  initStyleOption(&option);
  option.text = fontMetrics().elidedText(text(), Qt::ElideRight, width() - 2 * margin);
  QStylePainter(this).drawComplexControl(QStyle::CC_ToolButton, option);
}

} // namespace revisit::gui
