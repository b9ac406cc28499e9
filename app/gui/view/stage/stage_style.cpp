#include "stage_style.h"

#include <QFontDatabase>

#include <algorithm>

namespace revisit::gui {
namespace {

constexpr int textPixels = 12, headPixels = 13;
constexpr int wantedLetters = 28, mostLetters = 48;
constexpr qreal leastApart = 38; // of two columns

QFont fontOf(QFontDatabase::SystemFont family, qreal pixels) {
  QFont font = QFontDatabase::systemFont(family);
  font.setPixelSize(qRound(pixels));
  return font;
}

} // namespace

void layOut(StageStyle& style, const StageShape& shape, qreal room) {
  const qreal zoom = style.zoom;
  style.text = style.strong = fontOf(QFontDatabase::FixedFont, textPixels * zoom);
  style.strong.setBold(true);
  style.head = fontOf(QFontDatabase::GeneralFont, headPixels * zoom);
  style.row = 24 * zoom;
  style.headHeight = 26 * zoom;
  style.circle = 16 * zoom;
  style.gutter = 14 * zoom;
  const QFontMetricsF metrics(style.text);
  style.ruler = metrics.horizontalAdvance(shape.numbers) + 14 * zoom;
  const qreal before = style.ruler + style.gutter + style.circle / 2; // the first thread's line
  const qreal letter = metrics.horizontalAdvance(QLatin1Char('m')), sides = shape.isSplit ? 2 : 1;
  const qreal wanted = sides * (style.textOffset() + style.gutter + wantedLetters * letter);
  const qreal most = sides * (style.textOffset() + style.gutter + mostLetters * letter), least = leastApart * zoom;
  const auto narrow = static_cast<qreal>(std::ranges::count(shape.isNarrow, true));
  const auto wide = std::max<qreal>(1, static_cast<qreal>(shape.isNarrow.size()) - narrow);
  const qreal even = std::min((room - before - narrow * least) / wide, most);
  // The last one keeps its room.
  const qreal tight = wide < 2 ? wanted : std::max((room - before - narrow * least - wanted) / (wide - 1), least);
  const qreal apart = even >= wanted || shape.isSplit ? std::max(even, least) : std::min(tight, wanted);
  style.columns.clear();
  style.widths.clear();
  qreal x = before;
  for (const bool isNarrow : shape.isNarrow) {
    style.columns.push_back(x);
    style.widths.push_back(isNarrow ? least : apart);
    x += style.widths.back();
  }
  style.width = std::max(room, shape.isSplit ? x : x - apart + wanted);
}

} // namespace revisit::gui
