// The exploration's tree: every execution, and on request every refused alternative, with the reason in words.
#pragma once

#include "model/exploration/exploration_tree.h"
#include "view/widgets/exploration_actions.h"
#include "view/widgets/pane.h"

#include <QTimer>

class QComboBox;
class QLabel;
class QLineEdit;
class QMenu;
class QTableView;

namespace revisit::gui {

class LinkedText;
class TreeRowDelegate;

class TreePane : public Pane {
  Q_OBJECT

public:
  explicit TreePane(ExplorationActions& actions, QWidget* parent = nullptr);

  const ExplorationTree& tree() const { return *m_tree; }
  // How many executions of the exploration it knows.
  std::uint64_t executions() const { return m_tree->log() ? m_actions.browser().run().followed() : 0; }
  // Selects the row of the open execution, or of its nearest listed ancestor.
  void followSelection();

signals:
  // The execution of a row should be compared with the open one.
  void compareAsked(std::uint64_t number);
  void countChanged();

protected:
  void themeChanged() override;
  bool eventFilter(QObject* watched, QEvent* event) override;

private:
  QWidget* makeTools();
  void logReplaced();
  void follow();
  void filterChanged();
  void refreshTexts();
  void fillMenu(QMenu& menu, const QModelIndex& row);
  void activate(const QModelIndex& index);
  void fold(const QModelIndex& index, bool isFolded);
  void shareWidth();

  ExplorationActions& m_actions;
  ExplorationTree* m_tree;
  QTableView* m_table;
  TreeRowDelegate* m_delegate;
  QLineEdit* m_text;
  QComboBox* m_outcomes;
  QLabel* m_count;
  LinkedText* m_witness;
  int m_outcomeWidth = 0;
  bool m_isPressed = false;   // the mouse button is down
  bool m_isFollowing = false; // the table is following the selection, so it must not change it
  bool m_isBehind = false;
  QTimer m_backlog; // lists further nodes when there are more than are taken over at once
};

} // namespace revisit::gui
