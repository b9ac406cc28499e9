// Opens executions of the exploration: shows one at once from the log, and then makes a witness of it, so that it can
// be replayed and queried. Thread rule: the window's thread.
#pragma once

#include "exploration_run.h"
#include "model/selection_model.h"

namespace revisit::gui {

enum class Which : std::uint8_t { Any, Buggy }; // executions

class ExplorationBrowser : public QObject {
  Q_OBJECT

public:
  // Keeps references to both.
  ExplorationBrowser(ExplorationRun& run, SelectionModel& selection, QObject* parent = nullptr);

  ExplorationRun& run() const { return m_run; }
  SelectionModel& selection() const { return m_selection; }

  // Whether the newest answer is that of the open witness, not that of an exploration.
  bool isAboutWitness() const;
  // The execution that is open, or to which the open step leads; 0: none of this exploration.
  std::uint64_t current() const;
  // Opens the execution; with a delay if it has to be found again. Ignores a number that does not exist yet.
  void open(std::uint64_t number);
  // The next execution in this direction; nothing when there is none.
  std::optional<std::uint64_t> next(Direction direction, Which which) const;
  void goTo(Direction direction, Which which);
  // Continues until the next execution is found, and opens it. Does nothing when no exploration is running.
  void step();
  // Opens the execution with that id, and its event with that number (0: none), once this exploration has found it.
  void expect(const QString& id, qulonglong event);
  // The execution with that number, from the log or as a witness. Fails as executionOf.
  Result<ExecutionPointer> find(std::uint64_t number) const;
  // Makes a witness of that execution too, if nothing else is being made and it does not take long.
  void makeToo(std::uint64_t number);
  // Makes the open execution replayable, whatever time it takes.
  void makeWitness();
  // Why the open execution cannot be replayed yet; empty when it can, or when no execution of the exploration is open.
  const QString& witnessNotice() const { return m_notice; }

signals:
  // Another execution was opened, or there are more executions.
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
  std::uint64_t m_known = 0;          // the number of executions examined
  std::vector<std::uint64_t> m_buggy; // ascending
  std::vector<double> m_foundAfter;   // seconds, by execution examined
  std::uint64_t m_wanted = 0;         // to be opened when its witness is made; 0: none
  std::uint64_t m_other = 0;          // to be made when nothing else is being made; 0: none
  std::string m_expected;             // id; empty: none
  EventNumber m_expectedEvent = 0;
  bool m_isStepping = false;
  bool m_isRunNewer = false; // than the witness that is open
  // The execution that was opened automatically, and the place where it was opened; 0: none.
  std::uint64_t m_own = 0;
  SchedulePosition m_ownPosition = 0;
  QString m_notice;
  QTimer m_delay; // delays the making of a witness of the open execution
};

} // namespace revisit::gui
