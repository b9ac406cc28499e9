// The drawing of an execution: creates the items from the layout and updates them from the selection model. The layout
// is computed once per execution, and when folds open or close; toggling relations, hovering and selecting move
// nothing.
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
  // The node whose box contains the point.
  std::optional<NodeIndex> nodeAt(const QPointF& point) const;
  // The selected node: the selected event, or a wait that was clicked.
  std::optional<NodeIndex> selectedNode() const { return m_state.selected; }
  void selectNode(NodeIndex node);
  // Opens the fold that the node stands for, or closes the one that it is in.
  void toggleFold(NodeIndex node);

signals:
  void rebuilt();
  void hoveredChanged();
  void shownChanged();
  // Another event or wait was selected.
  void selectedNodeChanged();

protected:
  void drawBackground(QPainter* painter, const QRectF& rect) override;

private:
  void rebuild();
  void refold();
  void addMarks();
  void refreshSelection();
  void refreshMarks();
  void updateNode(std::optional<NodeIndex> node);

  SelectionModel& m_selection;
  ExecutionPointer m_execution;
  GraphState m_state;
  std::array<bool, relationCount> m_shown{};
  std::vector<Fold> m_folds;      // that share a box each
  std::vector<BoxItem*> m_boxes;  // by node; null where another's box stands for it
  std::vector<EdgeItem*> m_edges; // by edge
  std::vector<LabelItem*> m_labels;
};

} // namespace revisit::gui
