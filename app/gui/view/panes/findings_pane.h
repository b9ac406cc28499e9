// The list of findings: the distinct bugs, why not everything was explored, and warnings. A bug leads to the shortest
// execution that shows it, the others to their lines. A bug can be marked as known, with a comment.
#pragma once

#include "model/exploration/findings_model.h"
#include "view/widgets/exploration_actions.h"
#include "view/widgets/pane.h"

class QListView;

namespace revisit::gui {

class FindingDelegate;

class FindingsPane : public Pane {
  Q_OBJECT

public:
  explicit FindingsPane(ExplorationActions& actions, QWidget* parent = nullptr);

  const FindingsModel& findings() const { return *m_findings; }

signals:
  // The line of a finding was requested, and is selected.
  void lineAsked();
  // There are more or fewer rows.
  void countChanged();

protected:
  void themeChanged() override;
  bool eventFilter(QObject* watched, QEvent* event) override;

private:
  void refresh();
  void followSelection();
  void activate(const QModelIndex& index);
  void openBug(const DistinctBug& bug);
  std::optional<std::size_t> markableAt(const QModelIndex& index) const;
  std::optional<std::size_t> placeOf(const DistinctBug& bug) const;
  void markKnown(const DistinctBug& bug);
  void setKnown(const DistinctBug& bug, const std::optional<std::string>& comment);
  QString emptyText() const;

  ExplorationBrowser& m_browser;
  FindingsModel* m_findings;
  QListView* m_list;
  FindingDelegate* m_delegate;
  std::vector<DistinctBug> m_bugs;
  ExecutionPointer m_witness; // whose errors are listed; null: those of the exploration
  bool m_isFollowing = false; // the list is following the selection, so it must not change it
};

} // namespace revisit::gui
