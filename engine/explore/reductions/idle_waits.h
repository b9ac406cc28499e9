// Waits on condition variables that a thread could have done without.
//
// A thread locks a mutex, looks, waits, is woken, and has the mutex again in the state in which it was behind its first
// lock: `lock; while (!ready) wait;`. Meanwhile it changed nothing. Take the execution in which it locks the mutex for
// the first time where it does so again. There the other threads do the same: those that lock the mutex cannot tell how
// often it was taken, and those that signal cannot tell whether somebody waits. All threads reach the same states with
// fewer events, and an execution in which the thread waits for ever has no such wake-up. So the thread is left where it
// was woken, as after a detour (waiting_rounds.h).
//
// A signal is not lost by that. The operation that woke the thread must have been a broadcast, or a signal while nobody
// else waited: a signal that could have woken another thread wakes that one in the other execution. Nor must a thread
// have misused the condition variable meanwhile, since it may have been this wait that made it a misuse.
//
// What the thread saw before it waited may be missing in the other execution, and with that a race. Every access of
// another thread to those locations is ordered with it, in all executions, as long as each one but those before the
// creation and behind the join of the other threads is done with the mutex held (GuardedLooks). Where one is not, the
// location is contended (Facts), and the exploration begins again.
#pragma once

#include "explore/facts.h"
#include "graph/graph.h"

#include <map>
#include <optional>
#include <vector>

namespace revisit {

struct IdleWait {
  EventId lock;                     // behind which the thread looked, and then waited
  std::size_t events = 0;           // of the thread behind that lock, up to its wake-up
  std::vector<LocationId> looked{}; // what it read there
};

// The wait with which the thread's events end: up to its wake-up, or up to the lock of the mutex behind that. Whether
// the thread then is in the state behind `lock`, and whether nobody tries to take the mutex, is for the caller to find
// out. O(events since `lock` + newer operations on the condition variable).
std::optional<IdleWait> idleWait(const ExecutionGraph& graph, ThreadId thread);

// Which mutex guards what threads looked at before waits that were left out. Thread rule: belongs to one worker.
class GuardedLooks {
public:
  // Whether the locations that were looked at are known to be guarded by the mutex of the wait. False, with
  // `needsRestart`: nobody has watched the accesses to one of them yet, which begins with the restart.
  bool areGuarded(const ExecutionGraph& graph, const Facts& facts, const IdleWait& wait, bool& needsRestart);
  // Looks at an access that was added to the graph. False: the mutex does not guard its location. The caller must note
  // the location as contended; it is no longer watched. O(1) for a location that is not watched, otherwise O(accesses
  // to the location + events of the thread since its last operation on the mutex).
  bool added(const ExecutionGraph& graph, EventId access);

private:
  std::map<LocationId, ObjectId> m_guards;
  std::vector<bool> m_withoutGuard; // by event: an access to such a location without the mutex
};

} // namespace revisit
