// The view of a graph of states: zoom and pan, the mouse, and the keyboard.
//
//   Up, Down         along the steps by which states were entered
//   Left, Right      beside it in the row
//   Enter            goes to the step that entered the state, as a double click does
//   + - 0 1          zoom in, out, fit, actual size
#pragma once

#include "state_scene.h"

#include <QGraphicsView>

namespace revisit::gui {

class StateView : public QGraphicsView {
  Q_OBJECT

public:
  explicit StateView(StateScene& scene, QWidget* parent = nullptr);

  void zoomBy(qreal factor);
  void zoomToFit();
  void zoomToActual();
  // Fits, unless nothing could be read then.
  void showStart();
  // Scrolls as little as possible.
  void reveal(std::size_t node);

signals:
  void stateChosen(std::uint32_t state);
  void stateActivated(std::uint32_t state);

protected:
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;

private:
  bool move(int key);
  std::optional<std::size_t> neighbour(std::size_t node, int key) const;
  std::uint32_t stateOf(std::size_t node) const { return m_scene.picture().graph.nodes[node].state; }

  StateScene& m_scene;
  QPoint m_pressedAt;
};

} // namespace revisit::gui
