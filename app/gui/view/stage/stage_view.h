// The stage: rows of events in columns of threads, of which it paints those that are in sight. The heads of the columns
// stay.
//
//   Up, Down, Page Up, Page Down, Home, End    by rows; with Shift by events of the thread
//   Left, Right                                the event in the column beside that is nearest
//   + -, Return, a double click                opens or closes a fold
//   R O F L B J W ...                          along the relation with that key to where the event comes from; with
//                                              Shift to where it leads. One that has no such edge in the one direction
//                                              is left in the other.
//   Ctrl + and -, Ctrl and the wheel           zoom, from 100 % to 200 %; 1: 100 %; 0: back to the cause
#pragma once

#include "model/stage/stage_source.h"
#include "stage_painter.h"

#include <QAbstractScrollArea>

namespace revisit::gui {

inline constexpr qreal zoomStepOfStage = 0.25;

class StageView : public QAbstractScrollArea {
  Q_OBJECT

public:
  // Keeps a reference.
  explicit StageView(StageSource& source, QWidget* parent = nullptr);

  StageSource& source() const { return m_source; }
  void setTheme(const Theme& theme);
  qreal zoom() const { return m_style.zoom; }
  // Within 1 and 2.
  void setZoom(qreal zoom);
  // Back to what is shown first, at 100 %.
  void fit();
  // Scrolls as little as possible.
  void ensureVisible(std::size_t row);
  // Of the viewport. Requires such a row.
  QRectF rectOf(std::size_t row) const;
  // Where the row's first text is painted.
  QRectF textRectOf(std::size_t row) const;
  std::optional<std::size_t> rowAt(const QPointF& point) const;
  std::optional<EventNumber> eventAt(const QPointF& point) const;
  // That are whole in sight; nothing while there are none.
  std::optional<std::pair<std::size_t, std::size_t>> wholeRows() const;

protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  bool viewportEvent(QEvent* event) override;
  void changeEvent(QEvent* event) override;

private:
  StagePainter painterNow() const;
  void showOpening();
  void showRefolded();
  void showSelected();
  void layOut();
  void setTop(qreal top);
  Half halfAt(std::size_t row, const QPointF& point) const;
  QString tipOf(std::size_t row, Half half) const;
  void choose(std::size_t row, const QPointF& point);
  bool moveByKey(const QKeyEvent& event);
  bool zoomByKey(const QKeyEvent& event);
  bool foldByKey(int key);
  bool followByKey(const QKeyEvent& event);
  void moveTo(std::ptrdiff_t row);
  void noteAnchor();
  void describe();

  StageSource& m_source;
  StageStyle m_style;
  bool m_isAtOpening = true; // the user has not moved: a resize shows the opening again
  bool m_isChoosing = false; // a selection by the user's click, which moves nothing
  std::size_t m_anchor = 0;  // the key of a row, and where it is in the viewport
  qreal m_anchorTop = 0;
};

} // namespace revisit::gui
