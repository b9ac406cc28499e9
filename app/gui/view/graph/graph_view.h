// The view of an execution's drawing: keyboard navigation along relations.
//
//   Up, Down         the event before and after in program order
//   Left, Right      the event in the column beside that is nearest in the schedule
//   R C F L T J W    along the relation with that key to where the event comes from; with Shift to where it leads.
//                    An event that has no such edge in the one direction is left in the other.
#pragma once

#include "graph_scene.h"
#include "node_view.h"

namespace revisit::gui {

class GraphView : public NodeView {
  Q_OBJECT

public:
  explicit GraphView(GraphScene& scene, QWidget* parent = nullptr);

  // The visible part of the scene, without the part below the heading.
  QRectF visibleRect() const;
  void zoomToFit() override;
  // Scrolls as little as possible to make the node visible.
  void ensureVisible(NodeIndex node);
  // Follows an edge of the relation from the selected node. False when there is none.
  bool follow(Relation relation, Direction direction);

signals:
  void visibleRectChanged();

protected:
  std::optional<NodeIndex> nodeAt(const QPointF& point) const override { return m_scene.nodeAt(point); }
  void setHovered(std::optional<NodeIndex> node) override { m_scene.setHovered(node); }
  void choose(NodeIndex node) override { m_scene.selectNode(node); }
  void activate(NodeIndex node) override { m_scene.toggleFold(node); }
  void revealSelected() override;
  void zoomed() override;
  void drawForeground(QPainter* painter, const QRectF& rect) override;
  void keyPressEvent(QKeyEvent* event) override;
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
  bool m_mayFit = true; // the user has not zoomed yet: resizing fits again
};

} // namespace revisit::gui
