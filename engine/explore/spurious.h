// Steps that may happen for no reason: a wait that ends, an attempt or a weak compare-and-swap that fails
// (maybeSpurious in program/objects.h, Label::weak). That is a choice of the step. It is left out where it shows
// nothing:
//
// - The thread is then in a state in which it was before, and what it did since changes nothing for another thread
//   (`while (!swapWeakly(...))`). The execution without these steps has the same states and fewer constraints.
// - It is then in the state in which it was after it took a mutex that it has just taken again, and what it did since
//   the first time changes nothing (`lock; while (!look) wait; unlock`). The execution in which it takes the mutex only
//   then has the same states: what it saw the first time is part of the execution in which it waits. Signals of other
//   threads find it waiting in neither.
//
// As everywhere, taking mutexes and giving them back changes nothing as long as no thread tries to take them.
// Thread rule: as ExplorationState.
#pragma once

#include "explore/program_traits.h"
#include "explore/step_semantics.h"

namespace revisit {

// Whether this step happened for no reason.
inline bool isSpurious(const Event& event) {
  return event.outcome != 0 && (event.label->kind == LabelKind::Cas ||
                                (event.label->kind == LabelKind::Object && isSpurious(event.label->argument, 1)));
}
// The number of such steps of the thread. O(its events).
std::uint32_t spuriousSteps(const ExecutionGraph& graph, ThreadId thread);

enum class Shows : std::uint8_t { Something, Nothing, Unknown };

// Whether the thread's next step would show something if it happened for no reason and the thread observed `seen`.
// Unknown: the program has not told what the thread does then; it takes and gives back mutexes first.
// O(events of the thread since it changed something).
Shows showsIfSpurious(const ExecutionGraph& graph, Program& program, const ProgramTraits& traits, ThreadId thread,
                      const Observation& seen);

} // namespace revisit
