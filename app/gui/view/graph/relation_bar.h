// The legend of the drawing. Its entries switch relations on and off, and each shows its line as it is drawn.
#pragma once

#include "graph_scene.h"

#include <QToolBar>

namespace revisit::gui {

class RelationBar : public QToolBar {
  Q_OBJECT

public:
  explicit RelationBar(GraphScene& scene, QWidget* parent = nullptr);

  QAction* action(Relation relation) const { return m_actions[indexOf(relation)]; }
  // Called after the theme changed.
  void refresh();

private:
  GraphScene& m_scene;
  std::array<QAction*, relationCount> m_actions{};
};

} // namespace revisit::gui
