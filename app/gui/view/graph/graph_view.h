// The view of an execution's drawing: zoom and pan, the mouse, and keyboard navigation along relations.
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

  // The visible part of the scene, without the part below the heading.
  QRectF visibleRect() const;
  void zoomBy(qreal factor);
  void zoomToFit();
  void zoomToActual();
  // Scrolls as little as possible to make the node visible.
  void ensureVisible(NodeIndex node);
  // Follows an edge of the relation from the selected node. False when there is none.
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
  void mouseDoubleClickEvent(QMouseEvent* event) override;
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
  std::shared_ptr<const ExplorationLog> m_log; // the log of the shown graph
  std::weak_ptr<const Execution> m_shown;
  QPoint m_pressedAt;
  bool m_mayFit = true; // the user has not zoomed yet: resizing fits again
};

} // namespace revisit::gui
