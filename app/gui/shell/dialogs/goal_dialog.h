// A line in which one types what one looks for: a command, an event, a variable, which are listed below it, or a goal,
// for which executions are searched. It stays open beside the window while the search runs; Escape stops it.
#pragma once

#include "model/finder.h"
#include "model/sideways/sideways.h"

#include <QDialog>

class QCheckBox;
class QLabel;
class QLineEdit;
class QListWidget;
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

protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

private:
  void setUpFound();
  void refresh();
  void list(bool isGoal);
  void go(int row);
  void find();
  void say(const QString& text);

  Sideways& m_sideways;
  SelectionModel& m_selection;
  QLineEdit* m_goal;
  QListWidget* m_list;
  std::vector<FoundThing> m_found; // by row
  QCheckBox* m_fromHere;
  QLabel* m_answer;
  QPushButton* m_find;
};

} // namespace revisit::gui
