// The time line of the window: a lane for each thread, where the execution stands ("17/42 40%"), and steps along it.
#pragma once

#include "view/widgets/pane.h"

class QAction;
class QHBoxLayout;

namespace revisit::gui {

class LaneView;

class TimeLine : public Pane {
  Q_OBJECT

public:
  explicit TimeLine(SelectionModel& selection, QWidget* parent = nullptr);

  LaneView& lanes() { return *m_lanes; }

protected:
  void themeChanged() override;

private:
  QWidget* makeSteps();
  QAction* addStep(QHBoxLayout& row, const QString& text, const QString& tip, const QString& key,
                   void (TimeLine::*slot)());
  void goToStart();
  void goBack();
  void goForward();
  void goToEnd();
  void goToBug();
  void refresh();

  LaneView* m_lanes;
  QLabel *m_position, *m_event;
  QAction* m_bug = nullptr;
};

} // namespace revisit::gui
