// Links two drawings: scrolling or zooming one does the same in the other. Their distance is kept, so that
// corresponding events that were aligned stay aligned.
#pragma once

#include "view/graph/graph_view.h"

namespace revisit::gui {

class LinkedViews : public QObject {
  Q_OBJECT

public:
  // Keeps references to both.
  LinkedViews(GraphView& first, GraphView& second, QObject* parent = nullptr);

  // Makes the nodes visible and, as far as possible, aligns them at the same height.
  void align(std::optional<NodeIndex> first, std::optional<NodeIndex> second);
  // Makes the node visible in its view without moving the other.
  void bring(GraphView& view, NodeIndex node);

private:
  void follow(GraphView& moved, GraphView& other, const QPoint& apart);
  void measure();

  GraphView& m_first;
  GraphView& m_second;
  QPoint m_apart; // scroll positions of the second view minus those of the first
  bool m_isFollowing = false;
};

} // namespace revisit::gui
