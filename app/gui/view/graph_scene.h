// The drawing of an execution: makes the items from the layout and keeps them up to date with the selection model.
// The layout is made once for an execution; toggling, hovering and selecting never move anything.
#pragma once

#include "graph_items.h"
#include "model/selection_model.h"

#include <QGraphicsScene>

namespace revisit::gui {

class GraphScene : public QGraphicsScene {
  Q_OBJECT

public:
  explicit GraphScene(SelectionModel& selection, QObject* parent = nullptr);

  const ExecutionPointer& execution() const { return m_execution; }
  const GraphState& state() const { return m_state; }

  void setTheme(const Theme& theme);
  bool isShown(Relation relation) const { return m_shown[indexOf(relation)]; }
  void setShown(Relation relation, bool shown);
  void setHovered(std::optional<NodeIndex> node);
  // The node whose box is there.
  std::optional<NodeIndex> nodeAt(const QPointF& point) const;
  // The node looked at: the event selected, or a wait that was clicked.
  std::optional<NodeIndex> selectedNode() const { return m_state.selected; }
  void selectNode(NodeIndex node);

signals:
  void rebuilt();
  void hoveredChanged();
  void shownChanged();
  // Another node is looked at: an event, or a wait.
  void selectedNodeChanged();

protected:
  void drawBackground(QPainter* painter, const QRectF& rect) override;

private:
  void rebuild();
  void addMarks();
  void refreshSelection();
  void refreshMarks();
  void refreshEdges(NodeIndex node);
  void updateNode(std::optional<NodeIndex> node);

  SelectionModel& m_selection;
  ExecutionPointer m_execution;
  GraphState m_state;
  std::array<bool, relationCount> m_shown{};
  std::vector<BoxItem*> m_boxes;  // by node
  std::vector<EdgeItem*> m_edges; // by edge
  std::vector<LabelItem*> m_labels;
};

} // namespace revisit::gui
