// Two drawings that are looked at together: what scrolls or zooms in one does so in the other. How far they stand apart
// is kept, so that twins that were brought to the same height stay there.
#pragma once

#include "graph_view.h"

namespace revisit::gui {

class LinkedViews : public QObject {
  Q_OBJECT

public:
  // Both must outlive this.
  LinkedViews(GraphView& first, GraphView& second, QObject* parent = nullptr);

  // Brings the nodes into sight and, as far as the drawings reach, to the same height.
  void align(std::optional<NodeIndex> first, std::optional<NodeIndex> second);
  // Brings the node into sight in its view, the other standing still.
  void bring(GraphView& view, NodeIndex node);

private:
  void follow(GraphView& moved, GraphView& other, const QPoint& apart);
  void measure();

  GraphView& m_first;
  GraphView& m_second;
  QPoint m_apart; // scroll positions of the second minus those of the first
  bool m_isFollowing = false;
};

} // namespace revisit::gui
