// Steps that may happen for no reason: a wait that ends, an attempt or a weak compare-and-swap that fails
// (maybeSpurious in program/objects/objects.h, Label::weak). That is a choice of the step. It is left out where it
// shows nothing:
//
// - The thread is then in a state in which it was before, and what it did since changes nothing for another thread
//   (`while (!swapWeakly(...))`). The execution without these steps has the same states and fewer constraints.
// - It is then in the state in which it was after it took a mutex that it has just taken again, and what it did since
//   the first time changes nothing (`lock; while (!look) wait; unlock`). The execution in which it takes the mutex only
//   then has the same states: what it saw the first time is part of the execution in which it waits. Signals of other
//   threads find it waiting in neither.
// - It is then before stores that were its last steps (`do node->next = top; while (!swapWeakly(&top, node))`). The
//   execution without the step, and without the stores that follow, has the same states: these stores leave what is
//   there. That holds while no other thread stores there in between, or reads without an order of its own. Where one
//   does in some graph, the location is contended (Facts), and the exploration begins again. Only under
//   sequential consistency.
//
// As everywhere, taking mutexes and giving them back changes nothing as long as no thread tries to take them.
// Thread rule: as ExplorationState.
#pragma once

#include "explore/facts.h"
#include "explore/step_semantics.h"

#include <vector>

namespace revisit {

// Whether this step happened for no reason.
inline bool isSpurious(const Event& event) {
  return event.outcome != 0 && (event.label->kind == LabelKind::Cas ||
                                (event.label->kind == LabelKind::Object && isSpurious(event.label->argument, 1)));
}
// The number of such steps of the thread. O(its events).
std::uint32_t spuriousSteps(const ExecutionGraph& graph, ThreadId thread);

enum class StoresAgain : std::uint8_t { Kept, LeftOut };

// Whether a step that happened for no reason shows nothing. Its thread's further events are operations on mutexes; the
// thread's next step is known. `storesAgain`: whether steps after which the thread only does stores again count.
// O(events of the thread since it changed something).
bool showsNothing(const ExecutionGraph& graph, Program& program, const Facts& facts, EventId step,
                  StoresAgain storesAgain);

// The stores that are the thread's last steps before the compare-and-swap. O(their number).
std::vector<EventId> storesBefore(const ExecutionGraph& graph, EventId swap);
// Whether another thread may store, or read without an order, between this store and a weak compare-and-swap behind it
// that was added just now. O(accesses to the location).
bool isContendedStore(const ExecutionGraph& graph, EventId store);
// Whether the access, which was added just now, may come between such a store and such a compare-and-swap of another
// thread. O(writes to the location).
bool contendsWithStore(const ExecutionGraph& graph, EventId access);

} // namespace revisit
