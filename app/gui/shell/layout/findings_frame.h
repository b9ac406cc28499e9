// The region at the left: the list of findings and, folded below it, the tree of all executions. It becomes a rail
// when there is no choice to make. Of a litmus test the final states stand above them, and it is no rail.
#pragma once

#include "view/panes/findings_pane.h"
#include "view/panes/litmus_pane.h"
#include "view/panes/tree_pane.h"

class QLabel;
class QToolButton;

namespace revisit::gui {

class FindingsFrame : public QWidget {
  Q_OBJECT

public:
  // Takes ownership of all.
  FindingsFrame(FindingsPane* findings, TreePane* tree, LitmusPane* litmus, QWidget* parent = nullptr);

  static constexpr int railWidth = 28;
  bool isRail() const { return m_isRail; }
  bool isLitmus() const { return m_litmus->isUseful(); }
  // Shows the pane, which is one of the three.
  void bringToFront(const Pane& pane);
  void setUnfolded(bool isUnfolded);
  // As it is at first: a rail while there is at most one finding.
  void reset();

signals:
  void railChanged();

private:
  void setRail(bool isRail);
  void chooseByItself();
  void showLitmus();
  void refreshTexts();

  FindingsPane* m_findings;
  TreePane* m_tree;
  LitmusPane* m_litmus;
  QLabel* m_title;
  QWidget* m_column;
  QToolButton *m_rail, *m_toRail, *m_fold;
  bool m_isRail = true;
  bool m_isByUser = false; // the user chose whether it is one
};

} // namespace revisit::gui
