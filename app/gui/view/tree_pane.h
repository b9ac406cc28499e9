// The exploration's tree: every execution and every refused alternative, with the reason in words.
#pragma once

#include "exploration_actions.h"
#include "model/exploration_tree.h"
#include "pane.h"

#include <QTimer>

class QComboBox;
class QLabel;
class QLineEdit;
class QTableView;

namespace revisit::gui {

class TreeRowDelegate;

class TreePane : public Pane {
  Q_OBJECT

public:
  explicit TreePane(ExplorationActions& actions, QWidget* parent = nullptr);

  const ExplorationTree& tree() const { return *m_tree; }

signals:
  // The execution of a row is to be compared with the one that is open.
  void compareAsked(const revisit::gui::ExecutionPointer& other);

protected:
  void themeChanged() override;
  bool eventFilter(QObject* watched, QEvent* event) override;

private:
  QWidget* makeTools();
  void logReplaced();
  void follow();
  void filterChanged();
  void followSelection();
  void refreshTexts();
  void showMenu(const QPoint& place);
  void activate(const QModelIndex& index);
  void fold(const QModelIndex& index, bool isFolded);
  void shareWidth();

  ExplorationActions& m_actions;
  ExplorationTree* m_tree;
  QTableView* m_table;
  TreeRowDelegate* m_delegate;
  QLineEdit* m_text;
  QComboBox* m_outcomes;
  QLabel *m_count, *m_witness;
  int m_outcomeWidth = 0;
  bool m_isFollowing = false; // the table follows what is shown, not the other way round
  bool m_isBehind = false;
  QTimer m_backlog; // more nodes than are taken over at once
};

} // namespace revisit::gui
