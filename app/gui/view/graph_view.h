// Looking at the drawing of an execution: zoom and pan, the mouse, and walking along the relations by keyboard.
//
//   Up, Down         the event before and after in program order
//   Left, Right      the event in the column beside that is nearest in the schedule
//   R C F L T J W    along the relation with that key to where the event comes from; with Shift to where it leads.
//                    An event that has no such edge in the one direction is left in the other.
//   + - 0 1          zoom in, out, fit, actual size
#pragma once

#include "graph_scene.h"

#include <QGraphicsView>

namespace revisit::gui {

class GraphView : public QGraphicsView {
  Q_OBJECT

public:
  explicit GraphView(GraphScene& scene, QWidget* parent = nullptr);

  // The part of the scene in sight, without what the heading covers.
  QRectF visibleRect() const;
  void zoomBy(qreal factor);
  void zoomToFit();
  void zoomToActual();
  // Scrolls as little as it takes to have the node in sight.
  void ensureVisible(NodeIndex node);
  // Follows an edge of the relation from the node looked at. False when there is none.
  bool follow(Relation relation, Direction direction);

signals:
  void visibleRectChanged();

protected:
  void drawForeground(QPainter* painter, const QRectF& rect) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;

private:
  void showRebuilt();
  void showStart();
  bool isHeadingNeeded() const;
  bool moveByKey(int key);
  bool moveAside(int columns);
  bool followByKey(QKeyEvent* event);

  GraphScene& m_scene;
  std::shared_ptr<const ExplorationLog> m_log; // that the graph shown is of
  QPoint m_pressedAt;
  bool m_mayFit = true; // nothing was zoomed yet: resizing fits again
};

} // namespace revisit::gui
