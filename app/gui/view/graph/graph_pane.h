// The pane with the drawing of the execution, its legend and overview, and a line about the event under the mouse.
#pragma once

#include "graph_view.h"
#include "model/source_files.h"
#include "view/widgets/pane.h"

class QLabel;

namespace revisit::gui {

class Minimap;
class RelationBar;

class GraphPane : public Pane {
  Q_OBJECT

public:
  GraphPane(SelectionModel& selection, SourceFiles& files, QWidget* parent = nullptr);

  GraphScene& scene() { return *m_scene; }
  GraphView& view() { return *m_view; }

  QVariantMap session() const override;
  void restore(const QVariantMap& session) override;

protected:
  void themeChanged() override;

private:
  QWidget* makeZoomBar();
  void executionChanged();
  void followSelection();
  void describe();
  QString description(NodeIndex node) const;

  SourceFiles& m_files;
  GraphScene* m_scene;
  GraphView* m_view;
  RelationBar* m_relations;
  QLabel* m_description;
};

} // namespace revisit::gui
