// The stage of the window: the open execution, or a step of the algorithm, drawn or as a table, what would be right,
// and the comparison with another execution in the same columns.
#pragma once

#include "model/source_files.h"
#include "model/stage/comparer.h"
#include "model/stage/comparison_stage.h"
#include "model/stage/execution_stage.h"
#include "view/widgets/pane.h"

class QAction;
class QHBoxLayout;
class QLabel;
class QMenu;
class QStackedWidget;
class QToolButton;

namespace revisit::gui {

class EventsTable;
class StageView;

class StagePane : public Pane {
  Q_OBJECT

public:
  // Keeps references.
  StagePane(SelectionModel& selection, SourceFiles& files, QWidget* parent = nullptr);

  ExecutionStage& stage() { return *m_stage; }
  ComparisonStage& comparison() { return *m_comparison; }
  Comparer& comparer() { return *m_comparer; }
  StageView& view() { return *m_view; }
  StageView& comparisonView() { return *m_comparisonView; }
  EventsTable& table() { return *m_table; }

  void showTable(bool shows);
  void showComparison(bool shows);
  // Shows the comparison with this one.
  void compareWith(ExecutionPointer other);
  // As exportStage(). Requires an execution.
  Status exportTo(const QString& path);

  QVariantMap session() const override;
  void restore(const QVariantMap& session) override;

signals:
  // The row of an execution was dropped here; it should be compared.
  void executionDropped(std::uint64_t number);

protected:
  void themeChanged() override;
  void inSightChanged() override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

private:
  // In stage_pane_tools.cpp.
  QWidget* makeTools();
  QAction* addTool(QHBoxLayout& row, const QString& name, const QString& text, const QString& tip, const QString& key);
  void addComparisonTools(QHBoxLayout& row);
  void fillRelations();
  void fillCompareMenu();
  void askForFile();
  void askForNumber();

  void executionChanged();
  bool isComparing() const;
  void showPage();
  void want();
  void compared();
  void describe();
  void goToDifference(std::size_t which);

  SourceFiles& m_files;
  ExecutionStage* m_stage;
  ComparisonStage* m_comparison;
  Comparer* m_comparer;
  StageView* m_view;
  EventsTable* m_table;
  StageView* m_comparisonView;
  QStackedWidget* m_pages;
  QLabel *m_count, *m_place, *m_sentence;
  QToolButton *m_marker, *m_relations;
  QMenu *m_relationsMenu, *m_compareMenu;
  QAction *m_asTable, *m_compares;
  QList<QWidget*> m_comparing; // tools of the comparison
  std::size_t m_difference = 0;
};

} // namespace revisit::gui
