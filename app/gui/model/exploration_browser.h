// Goes from execution to execution of the exploration: shows one at once from the log, then makes a witness of it, so
// that it can be replayed and asked about.
// Thread rule: the window's thread.
#pragma once

#include "exploration_run.h"
#include "selection_model.h"

namespace revisit::gui {

enum class Which : std::uint8_t { Any, Buggy }; // executions

class ExplorationBrowser : public QObject {
  Q_OBJECT

public:
  // Both must outlive this object.
  ExplorationBrowser(ExplorationRun& run, SelectionModel& selection, QObject* parent = nullptr);

  ExplorationRun& run() const { return m_run; }
  SelectionModel& selection() const { return m_selection; }

  // The execution that is open, or that the step that is open leads to; 0: none of this exploration.
  std::uint64_t current() const;
  // Shows the execution, after a while when it has to be found again; a number that is not there yet does nothing.
  void open(std::uint64_t number);
  // The next one in the direction; nothing when there is none.
  std::optional<std::uint64_t> next(Direction direction, Which which) const;
  void goTo(Direction direction, Which which);
  // Goes on until the next execution is found, and shows it. Nothing happens when no exploration goes on.
  void step();
  // Opens the execution of that id, and its event of that number (0: none), once it is found in this exploration.
  void expect(const QString& id, qulonglong event);
  // The execution of that number, from the log or as a witness. Fails as executionOf.
  Result<ExecutionPointer> find(std::uint64_t number) const;
  // Makes a witness of that execution too, when nothing else is being made and that takes not long.
  void makeToo(std::uint64_t number);
  // Makes the open execution replayable, however long it takes.
  void makeWitness();
  // Why the open execution cannot be replayed yet; empty when it can, or none of the exploration is open.
  const QString& witnessNotice() const { return m_notice; }

signals:
  // There is another open execution, or more of them to go to.
  void changed();
  void witnessNoticeChanged();

private:
  void follow();
  void restart();
  void openItself(std::uint64_t number);
  bool isUntouched() const;
  void chooseForUser(bool isFirst);
  void openExpected(std::uint64_t number);
  void lookAtExpected();
  void considerWitness();
  void considerOther();
  void takeWitness(std::uint64_t number, const ExecutionPointer& made);
  void sayWhyNot(std::uint64_t number, const QString& reason);
  void setNotice(const QString& text);

  ExplorationRun& m_run;
  SelectionModel& m_selection;
  std::uint64_t m_known = 0;          // executions looked through
  std::vector<std::uint64_t> m_buggy; // ascending
  std::vector<double> m_foundAfter;   // by execution looked through: seconds
  std::uint64_t m_wanted = 0;         // to be opened when its witness is made; 0: none
  std::uint64_t m_other = 0;          // to be made when nothing else is; 0: none
  std::string m_expected;             // id; empty: none
  EventNumber m_expectedEvent = 0;
  bool m_isStepping = false;
  // Opened without being asked for, and where it was opened; 0: none.
  std::uint64_t m_own = 0;
  SchedulePosition m_ownPosition = 0;
  QString m_notice;
  QTimer m_delay; // before a witness is made of what is looked at
};

} // namespace revisit::gui
