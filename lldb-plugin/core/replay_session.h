// A found execution as a debugging session: forwards and backwards by events and by source lines, with breakpoints on
// events, bookmarks and a history. The LLDB commands, the tests and the desktop window use it; it prints nothing.
// One can go on to other executions of the same program: the target, its breakpoints and the history stay.
//
// Going back starts the program again and runs it to the earlier place: the schedule, the inputs and every address are
// the same each time. Moves block until the program has stopped; interrupting the process ends them early. Thread rule:
// one thread, the debugger's.
#pragma once

#include "event_breakpoints.h"
#include "replay_process.h"
#include "sideways/session/trail.h"

#include <map>
#include <memory>
#include <string>

namespace revisit {

class ReplaySession {
public:
  // Reads the witness and creates a target for its program in `debugger`; starts nothing. `arguments`, if given,
  // replace those of the witness. Fails when the witness cannot be read, or when its program is missing or a different
  // build.
  static Result<std::unique_ptr<ReplaySession>> load(lldb::SBDebugger debugger, const std::string& path,
                                                     const std::optional<std::vector<std::string>>& arguments = {});
  ~ReplaySession();
  ReplaySession(const ReplaySession&) = delete;
  ReplaySession& operator=(const ReplaySession&) = delete;

  const Timeline& timeline() const { return m_timeline; }
  const Witness& witness() const { return m_timeline.witness(); }
  // The file that was loaded.
  const std::string& path() const { return m_path; }
  ReplayProcess& process() { return *m_process; }
  EventBreakpoints& breakpoints() { return m_breakpoints; }
  std::map<std::string, SchedulePosition>& bookmarks() { return m_bookmarks; }

  // --- Moves. All fail with BadUsage when there is nothing in that direction, and with TargetFailed when the program
  // cannot be started any more. An interrupt ends a move where the program is; moves that search then fail with
  // Interrupted. Afterwards the thread and frame to show are selected; where() describes the position. Cost: forwards
  // the events in between, backwards a start of the program and the events up to there.
  Status start() { return goTo(0); }
  Status goTo(SchedulePosition position);
  Status goToEnd(); // the point at which no thread can continue
  Status goToBug(); // the point at which the error appears
  Status step(unsigned count);
  Status back(unsigned count);
  Status stepThread(unsigned thread, unsigned count); // the thread's next or previous events
  Status backThread(unsigned thread, unsigned count);
  // Continues to the next stop: a breakpoint on events, the user's breakpoints and watchpoints, the bug, or the end.
  Status continueForward();
  // Goes back to the last such stop that is at least one event earlier; otherwise to the start.
  Status continueBackward();
  // Goes to the selected thread's next line, stepping over calls.
  Status nextLine(unsigned count);
  // Goes to the selected thread's previous line, as LineSearch::goBack.
  Status previousLine(unsigned count);
  Status undo(); // back to the beginning of the last move, perhaps in another execution
  Status redo();

  // --- Executions. In the order in which they became known; the first was loaded.
  const std::vector<KnownExecution>& executions() const { return m_trail.executions(); }
  std::size_t execution() const { return m_trail.present(); }
  // For questions about the present one (sideways/session/moves.h), which may add others.
  Trail& trail() { return m_trail; }
  // Goes to an execution of the same program, to the first event that is not in the present one; `event` if all are.
  // One that is known, by its id, is not added. `taken`: what happens in it, in words.
  Status goToExecution(const Witness& witness, const std::string& taken, EventNumber event);
  // Goes to a known one, to the first event that is not in the present one; to `otherwise` or the bug if all are.
  Status goToExecution(std::size_t execution, std::optional<EventNumber> otherwise = {});
  // Goes to a position of an execution of the same program, also of the present one. It is known if one in the same
  // order is.
  Status goToMoment(const Witness& witness, const std::string& taken, SchedulePosition position);

  // The last store to these bytes before the present position, also if it is no event. Afterwards the program is here
  // again. Fails with BadUsage when the program does not stand at an event or the end, and as ReplayProcess::lastStore.
  Result<LastStore> lastStore(const ByteRange& range);

  // --- The present position.
  Standing standing();
  SchedulePosition position() const { return m_process->position(); }
  // The thread to show: the thread of the last event or of the error; nothing when the program does not run.
  std::optional<unsigned> focus();
  // The witness's thread that is selected in the debugger.
  std::optional<unsigned> selectedThread();
  // Selects that thread, and the user's own frame in every thread.
  void select();
  // The stop line, and further information: a divergence, or at the end which thread waits for what.
  std::string where();

  // The debugger's own commands are about to resume or start the program.
  void beforeResume();
  Status beforeStart();

private:
  ReplaySession(std::string path, Timeline timeline)
      : m_path(std::move(path)), m_timeline(std::move(timeline)), m_breakpoints(m_timeline),
        m_trail(m_timeline.witness()) {}
  // A position, or end() for the point at which no thread can continue.
  using Place = std::size_t;
  Place end() const { return m_timeline.size() + 1; }
  Place place();
  // A place of one of the executions.
  struct Moment {
    std::size_t execution = 0;
    Place place = 0;
    friend bool operator==(const Moment&, const Moment&) = default;
  };
  Moment moment();
  // Goes there by any means; does not change the history.
  Status returnTo(Moment moment);
  // Makes it the present one; the program does not run then.
  Status become(std::size_t execution);
  // Goes there by any means; does not change the history.
  Status travel(Place place);
  // The same, and stores the beginning of the move in the history.
  Status move(Place place);
  void remember(Moment from);
  // Where the program must stop by itself when it is resumed: the next breakpoint on events or the bug; 0: only the end
  // is left.
  SchedulePosition nextStop();
  // Whether the error is that threads wait for ever: then there is no event to stop at.
  bool showsAtEnd() const;
  Status requireProcess();
  Status lineBefore(unsigned thread);
  // The number of stops at the user's own breakpoints and watchpoints between the program's start and the position.
  Result<unsigned> stopsBefore(SchedulePosition position, SchedulePosition& last);

  std::string m_path;
  Timeline m_timeline;
  EventBreakpoints m_breakpoints;
  std::unique_ptr<ReplayProcess> m_process;
  std::map<std::string, SchedulePosition> m_bookmarks;
  Trail m_trail;
  std::map<std::size_t, std::map<std::string, SchedulePosition>> m_otherBookmarks; // by execution: of the other ones
  History<Moment> m_history;
};

} // namespace revisit
