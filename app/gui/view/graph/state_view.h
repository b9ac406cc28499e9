// The view of a graph of states, and the keyboard.
//
//   Up, Down         along the steps by which states were entered
//   Left, Right      beside it in the row
//   Enter            goes to the step that entered the state, as a double click does
#pragma once

#include "node_view.h"
#include "state_scene.h"

namespace revisit::gui {

class StateView : public NodeView {
  Q_OBJECT

public:
  explicit StateView(StateScene& scene, QWidget* parent = nullptr);

  void zoomToFit() override;
  // Fits, unless nothing could be read then.
  void showStart();
  // Scrolls as little as possible.
  void reveal(std::size_t node);

signals:
  void stateChosen(std::uint32_t state);
  void stateActivated(std::uint32_t state);

protected:
  std::optional<std::size_t> nodeAt(const QPointF& point) const override { return m_scene.nodeAt(point); }
  void setHovered(std::optional<std::size_t> node) override { m_scene.setHovered(node); }
  void choose(std::size_t node) override { emit stateChosen(stateOf(node)); }
  void activate(std::size_t node) override { emit stateActivated(stateOf(node)); }
  void revealSelected() override;
  void keyPressEvent(QKeyEvent* event) override;

private:
  bool move(int key);
  std::optional<std::size_t> neighbour(std::size_t node, int key) const;
  std::uint32_t stateOf(std::size_t node) const { return m_scene.picture().graph.nodes[node].state; }

  StateScene& m_scene;
};

} // namespace revisit::gui
