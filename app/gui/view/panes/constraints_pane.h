// What the execution requires of its inputs: the values under their names in the source, the conditions with their
// events, and questions (must a condition hold, can another one hold too?). Every pane highlights the events that rule
// it out.
#pragma once

#include "model/exploration/solver.h"
#include "view/widgets/pane.h"

class QLineEdit;
class QPushButton;

namespace revisit::gui {

class LinkedText;
class RowsTable;

class ConstraintsPane : public Pane {
  Q_OBJECT

public:
  explicit ConstraintsPane(SelectionModel& selection, QWidget* parent = nullptr);

  Solver& solver() { return *m_solver; }
  // Whether the execution has inputs of which something is required.
  bool isUseful() const { return notice().isEmpty(); }

signals:
  void usefulnessChanged(bool isUseful);

protected:
  void themeChanged() override;

private:
  QWidget* makeTables();
  QWidget* makeQuestions();
  void executionChanged();
  void refuse(const QString& reason);
  void positionChanged();
  void busyChanged();
  void askOtherwise();
  void askCondition();
  void say(const QString& text);
  void answered(const SolverQuestion& question, const ConstraintAnswer& answer);

  Solver* m_solver;
  RowsTable* m_inputs;
  RowsTable* m_conditions;
  QPushButton* m_otherwise;
  QLineEdit* m_condition;
  QPushButton* m_ask;
  LinkedText* m_answer;
};

} // namespace revisit::gui
