// The actions for going through the steps of the algorithm, for menus and tool bars: each opens the graph of another
// step of the same exploration. A disabled action says why in its tool tip.
#pragma once

#include "log/steps/step_cursor.h"
#include "model/selection_model.h"

#include <QAction>

#include <array>

class QTimer;

namespace revisit::gui {

class StepActions : public QObject {
  Q_OBJECT

public:
  explicit StepActions(SelectionModel& selection, QObject* parent = nullptr);

  QAction* action(StepMove move) const { return m_actions[static_cast<std::size_t>(move)]; }
  // In menu order.
  QList<QAction*> all() const { return {m_actions.begin(), m_actions.end()}; }
  // To check: whether the graph before a revisit that was done is shown, and whether the user guesses the next action.
  QAction* before() const { return m_before; }
  QAction* predicts() const { return m_predicts; }
  // The step of the shown execution.
  const StepCursor& cursor() const { return m_cursor; }

  // The log of the exploration that the window shows, which may have no execution to open: a search over states without
  // a position begins at its first step.
  void offer(const LogPointer& log);
  void go(StepMove move);
  void goTo(std::uint64_t step);

signals:
  // The cursor has moved, or the log has grown.
  void changed();
  void failed(const QString& message);
  // The next action leads there, and the user guesses what it is; it is shown when this returns.
  void predictionAsked(std::uint64_t step);

private:
  void follow();
  void stand(const LogPointer& log, std::uint64_t step);
  void nameMoves();
  void readOn();
  void refresh();
  void show(std::uint64_t step);
  QString whyNot(StepMove move);

  SelectionModel& m_selection;
  StepCursor m_cursor;
  std::array<QAction*, allStepMoves.size()> m_actions{};
  QAction *m_before, *m_predicts;
  QTimer* m_timer;
  std::uint64_t m_seen = 0;                        // steps of the log
  std::pair<LogPointer, std::uint64_t> m_followed; // of a search over states: the execution that was opened last
};

} // namespace revisit::gui
