// The execution graph of a path of the state search: for runs of the program, which need a plan, and for reports, which
// show executions. Thread rule: belongs to one worker.
#pragma once

#include "explore/product/product_state.h"
#include "explore/schedules/schedule_walk.h"

#include <deque>
#include <optional>
#include <span>

namespace revisit {

struct PathStep {
  ThreadId thread;
  Way way;
  bool startsRound = false; // the first step of a round of a marked waiting loop
  bool failsRound = false;  // its last one: the round failed
  friend bool operator==(const PathStep&, const PathStep&) = default;
};

class PathGraph {
public:
  // `unroll`: where a path is continued to a full execution, loops are cut after so many rounds.
  PathGraph(Program& program, MemoryModel& model, Solver& solver, std::uint32_t unroll)
      : m_state(program, model, solver, unroll) {}

  ExplorationState& state() { return m_state; }
  void reset();
  // Starts again from the empty graph. Each event that is added from now on is recorded; null: none is.
  void recordTo(Recorder* recorder);

  // Makes the graph of these steps. Rounds that failed are left out: they change nothing, and a graph has no place for
  // what comes after them. O(steps), and the work of adding those that differ from the path before.
  void bringTo(std::span<const PathStep> path);
  // Learns the thread's next step after the path, which may need a run of the program. Stays unknown when the solver
  // gave up on the inputs of the path. False: a failure, or the exploration must restart.
  bool learn(ThreadId thread);
  // A loop that the thread is in at the end of the graph, and of which more than this many rounds led it to states in
  // which it was in no round before: its back edge, and the events with which those rounds began, oldest first.
  // Requires that the thread's steps up to the last one are known. O(events of the thread).
  struct GrowingLoop {
    PositionId back;
    std::vector<EventId> rounds;
  };
  std::optional<GrowingLoop> growingLoop(ThreadId thread, std::size_t most);
  // Continues the graph to a full execution, each thread in turn. `first` and `second`, if valid, take the first two
  // steps if they can. False as above.
  bool complete(ThreadId first, ThreadId second);

  // The same where no thread can do more than repeat a round that fails, or begin an atomic section that it can never
  // leave: each takes the steps of that round or section, unless the section would conflict with those before.
  bool completeFutilely();

  // The number of events that each thread has in the graph of the whole path, and not in the graph of its beginning.
  std::vector<std::size_t> eventsAfter(std::span<const PathStep> beginning, std::span<const PathStep> whole);
  // Ends each thread with events in this list: these are its part of a round that the threads can do together for ever.
  bool endJointly(const std::vector<std::size_t>& events);

private:
  enum class Walk : std::uint8_t { Ended, Stopped, Again };

  void add(const PathStep& step);
  void addEvent(ThreadId thread, const Label& label, const Choice& choice);
  // The graph goes on to a full execution. The next path does not share what is added from here on.
  void leavePath() {
    m_steps.push_back({});
    m_marks.push_back(m_state.mark());
  }
  const Label* endOf(ThreadId thread);
  void endThread(ThreadId thread, LabelKind kind, std::uint64_t argument);
  // Ends all threads that go on.
  void cutAll();
  Walk walkOn(ThreadId first, ThreadId second);
  Choice defaultChoice(ScheduleWalk& walk, ThreadId thread, const Label& label);

  ExplorationState m_state;
  Recorder* m_recorder = nullptr;
  std::deque<Label> m_endings;                 // that the graph refers to
  std::vector<PathStep> m_steps;               // of the graph
  std::vector<ExplorationState::Mark> m_marks; // before each of them
};

} // namespace revisit
