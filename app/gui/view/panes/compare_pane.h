// Compares the open execution with another one: both drawings, scrolled and zoomed together, with common events faded,
// a sentence about the first difference, and a table of all events.
#pragma once

#include "core/compared_execution.h"
#include "view/widgets/pane.h"

#include <QFutureWatcher>

class QAction;
class QLabel;
class QMenu;
class QSplitter;
class QToolBar;

namespace revisit::gui {

class ComparedSide;
class ComparedTable;
class LinkedViews;

class ComparePane : public Pane {
  Q_OBJECT

public:
  explicit ComparePane(SelectionModel& selection, QWidget* parent = nullptr);
  ~ComparePane() override;

  // Compares the open execution with this one; null ends the comparison. The comparison is made on another thread, once
  // the pane is visible.
  void compareWith(ExecutionPointer other);
  // Reads a witness on another thread, then as compareWith; failed() reports an error.
  void compareWithFile(const QString& path);
  void swap();
  // Compares with the nearest other execution of the exploration, unless the user chose one.
  void compareWithNearest();
  // Replaces the other execution by this witness if it is the graph of the same execution.
  void improve(const ExecutionPointer& witness);

  // The comparison shown; null while there is none, or while it is being made.
  const ComparedPointer& compared() const { return m_compared; }
  bool isBusy() const { return m_reading.isRunning() || m_seeking.isRunning() || m_comparing.isRunning(); }

  QVariantMap session() const override;
  void restore(const QVariantMap& session) override;

signals:
  // Of the other execution only the graph of the exploration is available.
  void witnessWanted(std::uint64_t number);
  // The row of an execution was dropped here; it should be compared.
  void executionDropped(std::uint64_t number);

protected:
  void themeChanged() override;
  void inSightChanged() override;
  void resizeEvent(QResizeEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

private:
  // In compare_pane_tools.cpp.
  QToolBar* makeTools();
  QAction* addTool(QToolBar& tools, const QString& name, const QString& text, const QString& tip,
                   const QKeySequence& key, void (ComparePane::*slot)());
  QSplitter* makeParts();
  void fillMenu();
  void askForFile();
  void askForNumber();

  void executionChanged();
  void followFolding();
  void followSelection();
  void refresh();
  void fileRead();
  void nearestFound();
  void made();
  void setCompared(ComparedPointer compared);
  void describe();
  // Selects the line in all parts of the pane, and its event in the window.
  void showLine(std::size_t line);
  void eventChosen(Side side, EventNumber event);
  void selectInWindow(std::size_t line);
  void goToDifference(std::size_t which);
  void goToNext();
  void goToPrevious();
  void align();
  std::optional<NodeIndex> nodeOf(Side side) const;

  ExecutionPointer& chosen(Side side) { return m_chosen[indexOf(side)]; }
  const ExecutionPointer& chosen(Side side) const { return m_chosen[indexOf(side)]; }
  ComparedSide& side(Side side) { return *m_sides[indexOf(side)]; }

  std::array<ExecutionPointer, 2> m_chosen; // the two to compare
  Side m_openSide = Side::A;                // the side of the open execution
  ExecutionPointer m_open, m_before;        // the open execution and the one before
  bool m_isByUser = false;                  // whether the user chose the other execution
  ComparedPointer m_compared;
  std::optional<std::size_t> m_line; // the selected line
  std::optional<std::size_t> m_kept; // the selected line before the other execution was replaced by its witness
  std::size_t m_difference = 0;
  bool m_isShowing = false;
  QFutureWatcher<Result<ExecutionPointer>> m_reading;
  QFutureWatcher<ExecutionPointer> m_seeking;
  QFutureWatcher<ComparedPointer> m_comparing;
  std::array<ComparedSide*, 2> m_sides{};
  LinkedViews* m_links = nullptr;
  ComparedTable* m_table;
  QSplitter* m_parts;
  QMenu* m_menu;
  QLabel* m_sentence;
  QLabel* m_warning;
  QLabel* m_place = nullptr;
  QList<QAction*> m_comparedActions; // enabled only with a comparison
};

} // namespace revisit::gui
