// Paints what is in sight of the stage. Made for one use: it holds references and what follows from the scroll
// position.
#pragma once

#include "model/stage/stage_source.h"
#include "stage_style.h"

#include <map>

class QPainter;

namespace revisit::gui {

// The part of the content that is painted, with the heads of the columns above it.
struct StageWindow {
  QSizeF size;
  qreal left = 0, top = 0; // how far it is scrolled
};

// `numbers`: the longest text of the ruler.
StageShape shapeOf(const StageSource& source, const QString& numbers);

class StagePainter {
public:
  // Keeps references to the first two.
  StagePainter(const StageSource& source, const StageStyle& style, const StageWindow& window);

  // The row, over the whole width.
  QRectF rectOf(std::size_t row) const;
  // That are whole in sight; nothing while there are none.
  std::optional<std::pair<std::size_t, std::size_t>> wholeRows() const;
  void paint(QPainter& painter);
  // Where the item's text is, without the words behind it.
  QRectF textRect(std::size_t row, const StageLine& line, std::size_t item) const;
  // From where to where rows are not covered by the heads and by "3 more above".
  std::pair<qreal, qreal> uncovered() const;
  // The row that a click on "3 more above" leads to; nothing when the point is not there.
  std::optional<std::size_t> stripTarget(const QPointF& point) const;

private:
  qreal xOf(std::size_t column, Half half) const;
  qreal yOf(std::size_t row) const;
  qreal limitOf(const StageLine& line, std::size_t item) const;
  QColor groundOf(std::size_t row, const StageLine& line) const;
  std::size_t causesAbove() const;
  std::size_t causesBelow() const;
  QRectF strip(bool isAbove) const;
  void noteRemarks(const std::vector<StageArrow>& arrows);
  void noteMarks();
  void paintGrounds(QPainter& painter) const;
  void paintThreads(QPainter& painter) const;
  void paintArrow(QPainter& painter, const StageArrow& arrow, std::size_t lane) const;
  void paintLine(QPainter& painter, std::size_t row) const;
  void paintNumber(QPainter& painter, const QRectF& rect, const StageLine& line) const;
  void paintItem(QPainter& painter, std::size_t row, std::size_t item, const QColor& ground) const;
  void paintPoint(QPainter& painter, const QPointF& centre, const StageItem& item) const;
  void paintRule(QPainter& painter, const QRectF& rect, const QString& words) const;
  void paintHeads(QPainter& painter) const;
  void paintStrips(QPainter& painter) const;

  const StageSource& m_source;
  const StageStyle& m_style;
  StageWindow m_window;
  std::size_t m_first = 0, m_end = 0;       // rows in sight
  std::vector<StageLine> m_lines;           // of those
  std::map<std::size_t, QString> m_remarks; // by row: how it belongs to the selected one
};

} // namespace revisit::gui
