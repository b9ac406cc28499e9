// The replay of the execution that is open, for the panes: takes what they ask for to a thread of its own, and has the
// newest snapshot of what came of it. Asking never blocks.
// Thread rule: the window's thread.
#pragma once

#include "execution.h"
#include "replay_move.h"

#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <functional>

namespace revisit::gui {

class DebuggedReplay;

class Replay : public QObject {
  Q_OBJECT

public:
  explicit Replay(QObject* parent = nullptr);
  // Interrupts what goes on and ends the program.
  ~Replay() override;

  // Null: there is nothing to replay. Ends the program of the one before. The debugger is started with the first thing
  // asked for.
  void setExecution(ExecutionPointer execution);
  const ExecutionPointer& execution() const { return m_execution; }

  const ReplaySnapshot& snapshot() const { return *m_snapshot; }
  // Something asked for is not done yet.
  bool isBusy() const { return m_pending != 0; }

  // The rest requires an execution; each is followed by snapshotChanged.
  void move(ReplayMove move);
  void goTo(SchedulePosition position);
  void endProgram();
  void select(const ReplayPlace& place);
  void watch(const std::string& expression);
  void unwatch(const std::string& expression);
  void toggleLine(const SourceLine& line);
  void breakAtEvents(const EventFilter& filter, const std::string& text);
  void breakAtChange(ValueId variable);
  void removeBreakpoint(const BreakpointId& id);
  void enableBreakpoint(const BreakpointId& id, bool isEnabled);
  // What goes on ends where the program is; what waits is not begun.
  void interrupt();
  // Answered by childrenFetched, unless the value is void by then.
  void fetchChildren(ValueId id);

signals:
  void busyChanged();
  void snapshotChanged();
  void childrenFetched(revisit::gui::ValueId id, const std::vector<revisit::gui::ReplayValue>& children);

private:
  struct Work;
  using Command = std::function<Status(DebuggedReplay&)>;
  void ask(Command command);
  void drop();
  void finish(const std::shared_ptr<Work>& work, ReplaySnapshotPointer snapshot);
  void show(ReplaySnapshotPointer snapshot);
  void lookForEnd();

  ExecutionPointer m_execution;
  std::shared_ptr<Work> m_work; // of that execution
  ReplaySnapshotPointer m_snapshot;
  unsigned m_pending = 0;
  QTimer m_idle; // looks whether the program is still there
  QThreadPool m_thread;
};

} // namespace revisit::gui
