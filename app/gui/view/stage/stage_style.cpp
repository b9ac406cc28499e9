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

void layOut(StageStyle& style, std::size_t columns, const QString& numbers, qreal room) {
  const qreal zoom = style.zoom;
  style.text = style.strong = fontOf(QFontDatabase::FixedFont, textPixels * zoom);
  style.strong.setBold(true);
  style.head = fontOf(QFontDatabase::GeneralFont, headPixels * zoom);
  style.row = 24 * zoom;
  style.headHeight = 26 * zoom;
  style.circle = 16 * zoom;
  style.gutter = 14 * zoom;
  const QFontMetricsF metrics(style.text);
  style.ruler = metrics.horizontalAdvance(numbers) + 14 * zoom;
  const qreal before = style.ruler + style.gutter + style.circle / 2; // the first thread's line
  const qreal letter = metrics.horizontalAdvance(QLatin1Char('m'));
  const qreal wanted = style.textOffset() + style.gutter + wantedLetters * letter;
  const auto gaps = static_cast<qreal>(std::max<std::size_t>(columns, 1));
  const qreal even = std::min((room - before) / gaps, style.textOffset() + style.gutter + mostLetters * letter);
  const qreal tight = gaps < 2 ? wanted : std::max((room - before - wanted) / (gaps - 1), leastApart * zoom);
  const qreal apart = even >= wanted ? even : std::min(tight, wanted);
  style.columns.clear();
  for (std::size_t column = 0; column < columns; column++)
    style.columns.push_back(before + apart * static_cast<qreal>(column));
  const qreal last = style.columns.empty() ? before : style.columns.back();
  style.width = std::max(room, last + wanted);
}

} // namespace revisit::gui
