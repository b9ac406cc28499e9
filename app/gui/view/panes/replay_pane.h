// The embedded debugger: replays the open execution and steps through it, forwards and backwards. Shows stacks,
// variables, expressions, output and breakpoints of the replayed program.
#pragma once

#include "view/widgets/pane.h"
#include "view/widgets/replay_actions.h"

class QLabel;
class QLineEdit;
class QMenu;
class QPlainTextEdit;
class QTableView;
class QTreeView;

namespace revisit::gui {

class BreakpointsModel;
class MessageText;
class StackModel;
class ValuesModel;
class ValueTree;

class ReplayPane : public Pane {
  Q_OBJECT

public:
  ReplayPane(SelectionModel& selection, ReplayActions& actions, QWidget* parent = nullptr);

protected:
  void themeChanged() override;

private:
  QWidget* makeMoves();
  QWidget* makePlaceRow();
  QWidget* makeStack();
  QWidget* makeValues();
  QWidget* makeSide();
  void connectModels();
  Replay& replay() const { return m_actions.link().replay(); }

  void executionChanged();
  void positionChanged();
  void snapshotChanged();
  void showStatus();
  void showTrouble(const ReplayTrouble& trouble);
  void showSelectedFrame();
  void goToTyped();
  void watchTyped();
  void fillValueMenu(QMenu& menu, const ValueTree& tree, const QModelIndex& row);
  void removeSelectedBreakpoint();

  ReplayActions& m_actions;
  StackModel* m_stackModel;
  ValuesModel* m_localsModel;
  ValuesModel* m_watchesModel;
  BreakpointsModel* m_breakpointsModel;
  QLineEdit* m_place;
  QLabel* m_status;
  MessageText* m_trouble;
  QTreeView* m_stack;
  ValueTree* m_locals;
  ValueTree* m_watches;
  QLineEdit* m_expression;
  QTableView* m_breakpoints;
  QPlainTextEdit* m_output;
  TroubleKind m_troubleKind = TroubleKind::None;
};

} // namespace revisit::gui
