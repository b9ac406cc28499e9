// A found execution as a debugging session: forwards and backwards by events and by source lines, with breakpoints on
// events, bookmarks and a history. The LLDB commands, the tests and the desktop window use it; it prints nothing.
//
// Going back is a new start of the program that runs to the earlier place: the schedule, the inputs and every address
// are the same each time. Moves block until the program stands again; interrupting the process ends them early.
// Thread rule: one thread, the debugger's.
#pragma once

#include "event_breakpoints.h"
#include "replay_process.h"

#include <map>
#include <memory>
#include <string>

namespace revisit {

class ReplaySession {
public:
  // Reads the witness and makes a target for its program in `debugger`; starts nothing. `arguments`, when given,
  // replace those of the witness. Fails when the witness cannot be read, or its program is missing or of another build.
  static Result<std::unique_ptr<ReplaySession>> load(lldb::SBDebugger debugger, const std::string& path,
                                                     const std::optional<std::vector<std::string>>& arguments = {});
  ~ReplaySession();
  ReplaySession(const ReplaySession&) = delete;
  ReplaySession& operator=(const ReplaySession&) = delete;

  const Timeline& timeline() const { return m_timeline; }
  const Witness& witness() const { return m_timeline.witness(); }
  const std::string& path() const { return m_path; }
  ReplayProcess& process() { return *m_process; }
  EventBreakpoints& breakpoints() { return m_breakpoints; }
  std::map<std::string, SchedulePosition>& bookmarks() { return m_bookmarks; }

  // --- Moves. All fail with BadUsage when there is nothing in that direction, with TargetFailed when the program
  // cannot be started any more, and those that search with Interrupted; an interrupt of the others ends them where the
  // program is. Afterwards the thread and frame to look at are selected, and where() tells the rest. Cost: forwards the
  // events between, backwards a start of the program and the events up to there.
  Status start() { return goTo(0); }
  Status goTo(SchedulePosition position);
  Status goToEnd(); // where nothing can go on
  Status goToBug(); // where the error shows
  Status step(unsigned count);
  Status back(unsigned count);
  Status stepThread(unsigned thread, unsigned count); // the thread's next, or last, events
  Status backThread(unsigned thread, unsigned count);
  // To the next stop: a breakpoint on events, the user's breakpoints and watchpoints, the bug, the end.
  Status continueForward();
  // To the last such stop with at least one event done since; else to the start.
  Status continueBackward();
  // To the selected thread's next line, over calls; to its line before, which may be of an earlier event.
  Status nextLine(unsigned count);
  Status previousLine(unsigned count);
  Status undo(); // back to where the last move began
  Status redo();

  // --- Where the replay stands.
  Standing standing();
  SchedulePosition position() const { return m_process->position(); }
  // The thread to look at: whose event it was, or whose error it is; nothing when the program does not run.
  std::optional<unsigned> focus();
  // Selects that thread, and in every thread the user's own frame.
  void select();
  // The stop line, and what there is to say besides: a divergence, the end with who waits for what.
  std::string where();

  // The program is about to be resumed or started by the debugger's own commands.
  void beforeResume();
  Status beforeStart();

private:
  ReplaySession(std::string path, Timeline timeline)
      : m_path(std::move(path)), m_timeline(std::move(timeline)), m_breakpoints(m_timeline) {}
  // A position, or end() for where nothing can go on.
  using Place = std::size_t;
  Place end() const { return m_timeline.size() + 1; }
  Place place();
  // Goes there, whatever way is needed; no history.
  Status travel(Place place);
  // The same, and remembers where the move began.
  Status move(Place place);
  void remember(Place from);
  // Where to stop by itself when resumed: the next breakpoint on events or the bug; 0 when only the end is left.
  SchedulePosition nextStop();
  // The error is that threads wait for ever: there is no event to stop at.
  bool showsAtEnd() const;
  Status requireProcess();
  Status checkInterrupt() const;
  Status lineBefore(unsigned thread);
  std::optional<SchedulePosition> originBefore(unsigned thread, SchedulePosition before) const;
  Status linesOn(SchedulePosition origin, unsigned thread, unsigned count);
  Result<unsigned> linesFrom(SchedulePosition origin, unsigned thread, SchedulePosition position, lldb::addr_t pc,
                             lldb::addr_t frame);
  // The witness's thread that is selected in the debugger.
  std::optional<unsigned> selectedThread();
  // How often the user's own breakpoints and watchpoints stop the program between its start and the position.
  Result<unsigned> stopsBefore(SchedulePosition position, SchedulePosition& last);

  std::string m_path;
  Timeline m_timeline;
  EventBreakpoints m_breakpoints;
  std::unique_ptr<ReplayProcess> m_process;
  std::map<std::string, SchedulePosition> m_bookmarks;
  std::vector<Place> m_past, m_future;
};

} // namespace revisit
