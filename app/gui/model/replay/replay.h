// The replay of the open execution, for the panes: performs their requests on a separate thread, and provides the
// newest snapshot. No call blocks. Thread rule: the window's thread.
#pragma once

#include "core/execution.h"
#include "debugged/replay_move.h"

#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <functional>

namespace revisit {
class DebuggedReplay;
}

namespace revisit::gui {

class Replay : public QObject {
  Q_OBJECT

public:
  explicit Replay(QObject* parent = nullptr);
  // Interrupts the present request and ends the program.
  ~Replay() override;

  // Null: there is nothing to replay. Ends the program of the previous execution. The debugger is started with the
  // first request.
  void setExecution(ExecutionPointer execution);
  const ExecutionPointer& execution() const { return m_execution; }

  const ReplaySnapshot& snapshot() const { return *m_snapshot; }
  // Whether a request is not complete yet.
  bool isBusy() const { return m_pending != 0; }

  // The functions below require an execution; each leads to snapshotChanged.
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
  // Ends the present request where the program is, and cancels the waiting ones.
  void interrupt();
  // childrenFetched follows, unless the value has become void by then.
  void fetchChildren(ValueId id);

signals:
  void busyChanged();
  void snapshotChanged();
  void childrenFetched(revisit::ValueId id, const std::vector<revisit::ReplayValue>& children);

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
  QTimer m_idle; // checks whether the program still exists
  QThreadPool m_thread;
};

} // namespace revisit::gui
