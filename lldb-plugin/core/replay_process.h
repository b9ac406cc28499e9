// The program under the debugger, as a sequence of replays: starts it, runs it, and determines where it stopped. After
// each call the program is stopped or gone. Handles positions only; what the user wants is the subject of
// ReplaySession. Thread rule: one thread, the debugger's. Calls block, and an interrupt ends them:
// SBProcess::SendAsyncInterrupt from any thread, or `true` from the function given to onInterrupt.
#pragma once

#include "query/timeline/timeline.h"
#include "replay_files.h"
#include "standing.h"

#include <lldb/API/LLDB.h>

#include <functional>
#include <vector>

namespace revisit {

enum class LineStep : std::uint8_t { Over, Into };

// How a thread returned to the user's code.
enum class Entry : std::uint8_t {
  SameLine,  // on the line of its event
  OtherLine, // on another line, because that line was over
  Stopped    // it did not: something else stopped the program, or no thread can continue
};

// The last of some stores to memory. Nothing but `stores` is set when there is none.
struct LastStore {
  unsigned stores = 0;            // how many there are
  std::optional<unsigned> thread; // nothing: not a thread of the program
  SchedulePosition position = 0;  // the events that are done then
  std::string place;              // "writer.c:7"; empty: unknown
};

class ReplayProcess {
public:
  // `target` is the target of the witness's program. Keeps both.
  static Result<std::unique_ptr<ReplayProcess>> create(lldb::SBDebugger debugger, lldb::SBTarget target,
                                                       const Timeline& timeline);
  ~ReplayProcess();
  ReplayProcess(const ReplayProcess&) = delete;
  ReplayProcess& operator=(const ReplayProcess&) = delete;

  // Kills the running process, starts a new one, and runs to the position without stopping at the user's breakpoints
  // and watchpoints. Position 0 is the first line of main. Fails when the program cannot be started; standing() tells
  // if it stopped elsewhere. Cost: one start of the program under the debugger.
  Status startAt(SchedulePosition position);
  // Continues to a later position in the same way. Requires a process, and position() < `position`.
  Status runTo(SchedulePosition position);
  // Continues until something stops it: the user's breakpoints and watchpoints, or `stopAt` events done (0: only the
  // end). Requires a process.
  Status resume(SchedulePosition stopAt);
  // Moves the thread whose turn it is back to the user's own code, unless its next event comes first. Does nothing when
  // it is already there. Afterwards the debugger's own stepping works as usual.
  Status leaveRuntime();
  // Steps one source line of the thread, like the debugger's own stepping, without stopping at the user's breakpoints.
  // A line that ends with an exception leads to the handler, if that is in the same function or in a caller. Requires
  // that the thread is in the user's code or can get there.
  Status stepLine(unsigned thread, LineStep step);
  // Runs the program again up to the position (0: to the end) and looks for the last store to the bytes since the
  // beginning of main, whether it is an event or not. Fails with BadUsage when the bytes cannot be watched or there are
  // thousands of stores. The program is then somewhere. Cost: a start, and a stop for each store.
  Result<LastStore> lastStore(const ByteRange& range, SchedulePosition until);
  // Called before the debugger's own stepping: moves the thread to the user's own code, past events if necessary.
  // Unlike the functions above it stops at the user's breakpoints and at the position set by armStop, which stays in
  // force.
  Result<Entry> enterUserCode(unsigned thread);
  // Called before the user resumes with the debugger's own commands: sets where the program stops by itself.
  void armStop(SchedulePosition stopAt);
  // Called before the user starts the program with the debugger's own commands.
  Status prepareStart(SchedulePosition stopAt);
  void kill();
  // Called after the timeline has become another execution of the same program: that one is replayed from the next
  // start on. Requires that there is no process.
  void timelineChanged() { m_staysInside.assign(m_timeline.size() + 1, false); }
  // Reports the last stop to the debugger's own listener, as if the user had resumed the program. For debuggers whose
  // user interface follows events and not the output of commands. Requires that the process is stopped.
  void announceStop();
  // The function is called while one of these calls waits for the program. When it returns true, the program is
  // interrupted and the call ends with its present result. It must keep returning true until the whole move is over.
  void onInterrupt(std::function<bool()> isInterrupted) { m_isInterrupted = std::move(isInterrupted); }
  bool isInterrupted() const { return m_isInterrupted && m_isInterrupted(); }
  // Fails with Interrupted when that function returns true.
  Status checkInterrupt() const;
  // Runs a function that resumes the program, and returns when the program has stopped, also by an interrupt.
  void await(const std::function<void()>& resume) const;
  // Runs a function that reads frames, on another thread, because LLDB stops unwinding for a command that was
  // interrupted.
  void look(const std::function<void()>& at) const;

  // Reads the state of the process again: it may have been resumed, stopped or killed.
  void refresh();
  Standing standing() const { return m_standing; }
  bool alive() const { return m_standing != Standing::Gone; }
  SchedulePosition position() const { return m_files->replay().position; }
  // A sentence about a divergence: "replay diverged at 17: expected ..., got ...".
  std::string divergence() const;

  lldb::SBTarget target() const { return m_target; }
  lldb::SBProcess process() const { return target().GetProcess(); }
  // The debugger's thread for a thread of the witness; invalid when it does not exist yet or any more.
  lldb::SBThread threadOf(unsigned thread) const;
  // The witness's thread for a thread of the debugger; nothing for one that does not belong to the program.
  std::optional<unsigned> witnessThread(lldb::SBThread thread) const;
  // The thread whose turn it is.
  unsigned currentThread() const;
  // The number of events outside the plan that did not happen where the witness has them. Above 0: the program made
  // another decision.
  unsigned missed() const { return m_files->replay().missed; }
  unsigned divergedThread() const { return m_files->replay().divergedThread; }
  bool hasUserStops() const;             // the user has enabled breakpoints or watchpoints
  bool hasWatchpoints() const;           // enabled ones
  bool isBusy() const { return m_busy; } // one of these calls is in progress: its stops are not reported to the user
  bool stoppedByRuntime() const;         // the stop was not caused by a breakpoint of the user
  // LLDB's descriptions of stops at our own breakpoints: "breakpoint 1.1".
  std::vector<std::string> ownStopReasons() const;
  std::string takeOutput() { return m_files->takeOutput(); }

private:
  ReplayProcess(lldb::SBDebugger debugger, lldb::SBTarget target, const Timeline& timeline)
      : m_debugger(debugger), m_target(target), m_timeline(timeline) {}
  std::vector<lldb::break_id_t> ownBreakpoints() const {
    return {m_stopBreakpoint, m_mainBreakpoint, m_handlerBreakpoint};
  }
  bool hasReached(lldb::SBThread thread, lldb::break_id_t breakpoint) const;
  bool hasAnyReached(lldb::break_id_t breakpoint) const;
  void setStopBreakpoints();
  lldb::SBBreakpoint handlerBreakpoint();
  void prepareTarget();
  Status launch();
  void proceed();
  void forgetSteps();
  void keepStopBreakpoint();
  // Runs until the thread is in the user's own code; true when it got there.
  bool stepOut(lldb::SBThread thread);
  // Continues a step that was interrupted by the handlers of exceptions, until it is over.
  void finishStep(lldb::SBThread thread, lldb::addr_t frame);
  Status land(SchedulePosition position);
  bool canLeave() const;

  lldb::SBDebugger m_debugger;
  lldb::SBTarget m_target;
  const Timeline& m_timeline;
  std::unique_ptr<ReplayFiles> m_files;
  lldb::break_id_t m_stopBreakpoint = LLDB_INVALID_BREAK_ID;
  lldb::break_id_t m_mainBreakpoint = LLDB_INVALID_BREAK_ID;
  lldb::break_id_t m_handlerBreakpoint = LLDB_INVALID_BREAK_ID; // where the C++ runtime begins a handler
  std::vector<bool> m_staysInside; // by position: whether leaving the runtime would do the next event
  Standing m_standing = Standing::Gone;
  std::uint32_t m_killed = 0; // LLDB's number of the process that kill() ended: it may call that one stopped
  std::uint32_t m_stopId = 0; // the stop of the process for which m_standing was computed
  std::function<bool()> m_isInterrupted;
  lldb::SBListener m_overhearing{"revisit"}; // receives the process's events in addition to other listeners
  lldb::SBEvent m_someStop;
  bool m_busy = false;
};

} // namespace revisit
