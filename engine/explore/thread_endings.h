// Where a thread goes no further although the program would: its last round of a waiting loop failed, or was a detour
// (waiting_rounds.h), or it could have done without its last wait (reductions/idle_waits.h), or a loop has reached its
// bound. Thread rule: belongs to one worker.
#pragma once

#include "explore/facts.h"
#include "explore/reductions/idle_waits.h"
#include "explore/step_semantics.h"
#include "explore/waiting_rounds.h"

#include <map>
#include <set>
#include <tuple>
#include <unordered_set>

namespace revisit {

class ThreadEndings {
public:
  // `unroll`: as in ExploreOptions.
  ThreadEndings(ExecutionGraph& graph, Program& program, Facts& facts, const StepSemantics& steps, std::uint32_t unroll)
      : m_graph(graph), m_program(program), m_facts(facts), m_steps(steps), m_bound(unroll) {}

  // Whether threads are left after detours, and after idle waits: for algorithms that explore the executions without
  // them too.
  void leave(bool detours, bool idleWaits) {
    m_leavesDetours = detours;
    m_leavesIdleWaits = idleWaits;
  }

  // The label of the ending that takes the place of the program's next step: AwaitFailed or Cut. Null when there is
  // none, and while unknownDetour() says so. Requires that the program's next step is known. Cost: O(events of the
  // round) for the first call after the thread's last event, O(1) for repeated calls.
  const Label* after(ThreadId thread) { return mayEnd(thread) ? look(thread).ending : nullptr; }
  // A detour of which nobody knows whether the thread's events end with it, because the program's next step in
  // stateWithout() it is not known. Null when there is none.
  const Detour* unknownDetour(ThreadId thread);
  // The state that the thread would be in without the detour.
  StateId stateWithout(ThreadId thread, const Detour& detour);
  // Whether nobody knows if the thread could have done without its last wait, because the step behind its next one, the
  // lock of the mutex, is not known.
  bool hasUnknownWait(ThreadId thread);
  // It cannot be known: the thread does not end there.
  void giveUp(StateId without) { m_unknowable.insert(without); }
  // Whether the thread is in a state in which rounds have failed before: it may wait there.
  bool mayWait(ThreadId thread) const;

  // From now on steps may happen for no reason. What is left out of that relies on nobody trying to take mutexes, and,
  // with `storesAgain`, on nobody telling stores apart (spurious.h). The first step that does begins the exploration
  // again, that of all workers: some of them may have relied on it.
  void watchSpurious(bool storesAgain) {
    m_isUntriedToldAll = true;
    m_watchesStores = storesAgain;
  }

  // Whether some ending, in whatever graph, depended on what other threads do to the memory or the mutexes of a failed
  // round, in whatever graph. What happens then depends on the order in which graphs are explored.
  bool reliesOnOthers() const { return m_relies; }

  // What after() saw refutes what it relied on: the exploration has to begin again.
  bool needsRestart() const { return m_restart; }

  // The event was added to the graph. False: it refutes what an earlier ending relied on, so the exploration has to
  // begin again. O(1), or the accesses to a location that a failed round stored to.
  bool added(EventId id);
  // Events were taken back.
  void undone() { m_undone++; }
  // The graph is empty, and the program may have been forgotten.
  void reset();

private:
  // Whether there is anything to look for: rounds by states, detours, loops with a bound. O(1).
  bool mayEnd(ThreadId thread) const {
    return m_hasRetries || m_hasWaits || m_bound != 0 || m_program.isOnCycle(m_graph.state(thread));
  }
  struct Looked;
  Looked& look(ThreadId thread);
  void lookUp(ThreadId thread, const FailedRound& round, Looked& looked);
  // Whether the thread's events end with a detour. Notes the first one of which that is not known.
  std::optional<Detour> detourAt(ThreadId thread, Looked& looked);
  // Whether the thread could have done without the wait with which its events end. Notes that it is not known.
  std::optional<IdleWait> idleWaitAt(ThreadId thread, Looked& looked);
  bool mayRely(ThreadId thread, const FailedRound& round);
  bool someIsTried(const std::vector<ObjectId>& mutexes) const;
  // The rounds of its loops that the thread has begun before it does this event, or its next step in this state.
  RoundsId roundsBefore(ThreadId thread, std::size_t index, StateId state);
  // Follows the event for m_failedSwap. `isRetried`: it is a compare-and-swap of a retry loop.
  void noteSwap(EventId id, bool isRetried);
  std::uint32_t answeredRounds(std::span<const EventId> events, const LoopRounds::Count& loop) const;
  // A loop of which the thread has reached the bound. Null when there is none.
  const LoopRounds::Count* loopAtBound(ThreadId thread);
  bool mayRepeatStores(EventId id);
  const Label* ending(LabelKind kind, std::uint64_t argument, PositionId position, bool covered = false);

  ExecutionGraph& m_graph;
  Program& m_program;
  Facts& m_facts;
  const StepSemantics& m_steps;
  const std::uint32_t m_bound;
  bool m_leavesDetours = false, m_leavesIdleWaits = false;
  bool m_relies = false;
  bool m_hasRetries = false; // some event was a compare-and-swap of a retry loop
  bool m_hasWaits = false;   // some event was a wait on a condition variable
  LoopRounds m_loopRounds;
  std::vector<RoundsId> m_rounds; // by event: before it
  // By event: one more than the index, in program order, of the thread's last failed compare-and-swap of a retry loop.
  // 0 if there is none, or if the thread has changed something since.
  std::vector<std::uint32_t> m_failedSwap;
  std::set<StateClassId> m_waits;             // where rounds failed, in whatever graph
  std::unordered_set<LocationId> m_relied;    // failed rounds stored there, and no other thread may access it meanwhile
  std::unordered_set<ObjectId> m_reliedLocks; // failed rounds took these mutexes, and no thread may try to
  GuardedLooks m_guardedLooks;
  bool m_isUntriedToldAll = false;
  bool m_watchesStores = false;
  std::unordered_set<LocationId> m_storedAgain; // threads stored there directly before weak compare-and-swaps
  std::unordered_set<StateId> m_unknowable;
  LockedAgain m_lockedAgain;
  std::uint64_t m_generation = 0; // of the program, to which the states in m_waits and m_lockedAgain belong
  bool m_restart = false;
  std::map<std::tuple<LabelKind, std::uint64_t, PositionId, bool>, Label> m_endings;
  // What after() found when this was the thread's last event. A number of an event is used again only after an undoing.
  struct Looked {
    EventId tail;
    std::uint64_t undone = 0;
    const Label* ending = nullptr;
    std::optional<Detour> unknown{};
    bool isWaitUnknown = false;
  };
  std::vector<Looked> m_looked; // by thread
  std::uint64_t m_undone = 0;
};

} // namespace revisit
