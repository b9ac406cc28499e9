// The tool bar of the exploration: its actions and its progress.
#pragma once

#include "view/widgets/exploration_actions.h"

#include <QToolBar>

class QLabel;
class QProgressBar;

namespace revisit::gui {

// "1,240 executions, 3 erroneous, 2 deadlocked; 17 planned; 410 per second; about 9,000 (+-700) in all; 3 s"
QString progressText(const ExplorationStatus& status, ExplorationState state);

class ExplorationBar : public QToolBar {
  Q_OBJECT

public:
  explicit ExplorationBar(ExplorationActions& actions, QWidget* parent = nullptr);

private:
  void refresh();

  const ExplorationRun& m_run;
  QLabel* m_state;
  QProgressBar* m_progress;
  QLabel* m_text;
};

} // namespace revisit::gui
