// The window's position in the execution: a slider over the schedule, "17/42 40%", and the event.
#pragma once

#include "model/selection_model.h"

#include <QToolBar>

class QLabel;
class QSlider;

namespace revisit::gui {

class PositionBar : public QToolBar {
  Q_OBJECT

public:
  explicit PositionBar(SelectionModel& selection, QWidget* parent = nullptr);

  QWidget* slider() const;

private:
  QAction* addStep(const QString& text, const QString& tip, const QKeySequence& shortcut, void (PositionBar::*slot)());
  void goToStart();
  void goBack();
  void goForward();
  void goToEnd();
  void goToBug();
  void refresh();

  SelectionModel& m_selection;
  QSlider* m_slider;
  QLabel* m_position;
  QLabel* m_event;
  QList<QAction*> m_steps;
  QAction* m_bug;
  QString m_bugTip;
};

} // namespace revisit::gui
