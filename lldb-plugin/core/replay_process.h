// The program under the debugger as one replay after another: starting it, running it on, finding out why it stands.
// Each call leaves it standing or gone. Bookkeeping of positions, not of what people want: that is ReplaySession's.
// Thread rule: one thread, the debugger's; calls block, and an interrupt ends them: SBProcess::SendAsyncInterrupt from
// any thread, or a yes of what onInterrupt was given.
#pragma once

#include "replay_files.h"
#include "session/timeline.h"
#include "standing.h"

#include <lldb/API/LLDB.h>

#include <functional>
#include <vector>

namespace revisit {

enum class LineStep : std::uint8_t { Over, Into };

// How a thread came back to the user's code.
enum class Entry : std::uint8_t {
  SameLine,  // in the line whose event it was at
  OtherLine, // that line was over
  Stopped    // it did not get there: something else stopped the program, or nothing can go on
};

class ReplayProcess {
public:
  // `target` is that of the witness's program. Both are kept.
  static Result<std::unique_ptr<ReplayProcess>> create(lldb::SBDebugger debugger, lldb::SBTarget target,
                                                       const Timeline& timeline);
  ~ReplayProcess();
  ReplayProcess(const ReplayProcess&) = delete;
  ReplayProcess& operator=(const ReplayProcess&) = delete;

  // Kills what runs, starts anew, and runs to the position; the user's breakpoints and watchpoints do not stop it.
  // Position 0 is the first line of main. Fails when the program cannot be started; another end than the one asked for
  // is told by standing(). Cost: one start of the program under the debugger.
  Status startAt(SchedulePosition position);
  // Runs on to a later position, as above. Requires a process, and position() < `position`.
  Status runTo(SchedulePosition position);
  // Runs on until anything stops it: the user's breakpoints and watchpoints, or `stopAt` events done (0: only the end).
  // Requires a process.
  Status resume(SchedulePosition stopAt);
  // Takes the thread whose turn it is back into the user's own code, unless its next event comes first. Does nothing
  // when it is there already. Afterwards the debugger's own stepping works as usual.
  Status leaveRuntime();
  // One source line of the thread, as the debugger's own stepping goes; the user's breakpoints do not stop it. Requires
  // that it is in the user's code, or can get there.
  Status stepLine(unsigned thread, LineStep step);
  // Before the debugger's own stepping: takes the thread to the user's own code, past events if need be. Unlike the
  // above it stops at the user's breakpoints and where armStop said, which stays in force.
  Result<Entry> enterUserCode(unsigned thread);
  // Before the user resumes by the debugger's own commands: where the program stops by itself.
  void armStop(SchedulePosition stopAt);
  // Before the user starts the program by the debugger's own commands.
  Status prepareStart(SchedulePosition stopAt);
  void kill();
  // Tells the debugger's own listener of the last stop, as if the user had resumed the program: for a debugger whose
  // user interface follows events rather than what commands print. Requires that the process stands.
  void announceStop();
  // Asked by the calling thread while one of these calls waits for the program; after a yes the program is interrupted,
  // and the call ends with what there is. Must keep saying yes until the whole move is over.
  void onInterrupt(std::function<bool()> isInterrupted) { m_isInterrupted = std::move(isInterrupted); }
  bool isInterrupted() const { return m_isInterrupted && m_isInterrupted(); }
  // Fails with Interrupted when it says yes.
  Status checkInterrupt() const;
  // Does what runs the program and comes back when that stands, on an interrupt too.
  void await(const std::function<void()>& resume) const;
  // Does what looks at frames. LLDB stops unwinding for a command that was interrupted; on another thread it goes on.
  void look(const std::function<void()>& at) const;

  // Looks at the process again: it may have been resumed, stopped or killed by anybody.
  void refresh();
  Standing standing() const { return m_standing; }
  bool alive() const { return m_standing != Standing::Gone; }
  SchedulePosition position() const { return m_files->replay().position; }
  // What `standing` Diverged means, in one sentence: "replay diverged at 17: expected ..., got ...".
  std::string divergence() const;

  lldb::SBTarget target() const { return m_target; }
  lldb::SBProcess process() const { return target().GetProcess(); }
  // The debugger's thread of a thread of the witness; invalid when it does not exist (yet, any more).
  lldb::SBThread threadOf(unsigned thread) const;
  // The witness's thread of the debugger's; nothing for one that is none of the program's.
  std::optional<unsigned> witnessThread(lldb::SBThread thread) const;
  // Whose turn it is.
  unsigned currentThread() const;
  // Events outside the plan that did not come where the witness has them: none, or the program decided otherwise.
  unsigned missed() const { return m_files->replay().missed; }
  unsigned divergedThread() const { return m_files->replay().divergedThread; }
  bool hasUserStops() const;             // breakpoints or watchpoints of the user's are in force
  bool isBusy() const { return m_busy; } // one of these calls is under way: stops are none of the user's business
  bool stoppedByRuntime() const;         // where it stands is none of the user's breakpoints
  // What LLDB says of a stop at one of our own breakpoints: "breakpoint 1.1".
  std::vector<std::string> ownStopReasons() const;
  std::string takeOutput() { return m_files->takeOutput(); }

private:
  ReplayProcess(lldb::SBDebugger debugger, lldb::SBTarget target, const Timeline& timeline)
      : m_debugger(debugger), m_target(target), m_timeline(timeline) {}
  void setStopBreakpoints();
  void prepareTarget();
  Status launch();
  void proceed();
  void forgetSteps();
  void keepStopBreakpoint();
  // Runs until the thread is in the user's own code; true when it got there.
  bool stepOut(lldb::SBThread thread);
  Status land(SchedulePosition position);
  bool canLeave() const;

  lldb::SBDebugger m_debugger;
  lldb::SBTarget m_target;
  const Timeline& m_timeline;
  std::unique_ptr<ReplayFiles> m_files;
  lldb::break_id_t m_stopBreakpoint = LLDB_INVALID_BREAK_ID;
  lldb::break_id_t m_mainBreakpoint = LLDB_INVALID_BREAK_ID;
  std::vector<bool> m_staysInside; // by position: leaving the runtime would do the next event
  Standing m_standing = Standing::Gone;
  std::uint32_t m_stopId = 0; // of the process when m_standing was found
  std::function<bool()> m_isInterrupted;
  lldb::SBListener m_overhearing{"revisit"}; // hears what the process does, whoever else listens
  lldb::SBEvent m_someStop;
  bool m_busy = false;
};

} // namespace revisit
