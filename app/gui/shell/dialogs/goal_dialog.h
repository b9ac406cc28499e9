// A line in which a goal is typed, and the search for an execution in which it holds. It stays open beside the window
// while the search runs; Escape stops it.
#pragma once

#include "model/sideways/sideways.h"

#include <QDialog>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace revisit::gui {

class GoalDialog : public QDialog {
  Q_OBJECT

public:
  // Keeps references.
  GoalDialog(Sideways& sideways, SelectionModel& selection, QWidget* parent);

  // Shows it, ready to be typed into.
  void ask();
  void reject() override;

private:
  void refresh();
  void find();
  void say(const QString& text);

  Sideways& m_sideways;
  SelectionModel& m_selection;
  QLineEdit* m_goal;
  QCheckBox* m_fromHere;
  QLabel* m_answer;
  QPushButton* m_find;
};

} // namespace revisit::gui
