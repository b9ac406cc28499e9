// A view of nodes and edges: zoom and pan, and the mouse. A click chooses a node, a double click activates it; a drag
// pans. Ctrl and the wheel zoom, as do these keys:
//
//   + - 0 1          zoom in, out, fit, actual size
#pragma once

#include <QGraphicsView>

#include <optional>

namespace revisit::gui {

class NodeView : public QGraphicsView {
  Q_OBJECT

public:
  explicit NodeView(QGraphicsScene& scene, QWidget* parent = nullptr);

  void zoomBy(qreal factor);
  virtual void zoomToFit() = 0;
  void zoomToActual();

protected:
  virtual std::optional<std::size_t> nodeAt(const QPointF& point) const = 0;
  virtual void setHovered(std::optional<std::size_t> node) = 0;
  virtual void choose(std::size_t node) = 0;
  virtual void activate(std::size_t node) = 0;
  // Scrolls to the selected node, if there is one.
  virtual void revealSelected() = 0;
  // The user has zoomed.
  virtual void zoomed() {}

  // Whether the key is one of those above; then it is done.
  bool zoomByKey(int key);

  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;

private:
  QPoint m_pressedAt;
};

// Whether the keys pressed with another one leave its meaning as it is.
bool isPlain(const QKeyEvent& event);

} // namespace revisit::gui
