// Sizes, fonts and colours of the stage, and where its columns stand. Stateless but for the values.
#pragma once

#include "view/widgets/theme.h"

#include <QFont>
#include <QFontMetricsF>

#include <vector>

namespace revisit::gui {

struct StageStyle {
  const Theme* theme = &themeOf(ThemeKind::Light);
  qreal zoom = 1;
  QFont text, strong, head;
  qreal row = 24, headHeight = 26, ruler = 44, circle = 16, gutter = 14;
  std::vector<qreal> columns, widths; // the x of each thread's line, in the content, and the room from there on
  qreal width = 0;                    // of the content

  qreal strip() const { return 20 * zoom; } // "3 more above"
  qreal textOffset() const { return circle / 2 + 5 * zoom; }
};

struct StageShape {
  std::vector<bool> isNarrow; // by column
  bool isSplit = false;
  QString numbers; // the longest text of the ruler
};

// `room`: the width of the viewport. Columns are as wide as their texts may want if there is room; otherwise they
// overlap, as each row has only one event, whose text may extend to the right.
void layOut(StageStyle& style, const StageShape& shape, qreal room);

} // namespace revisit::gui
