// The reduction "locks": critical sections of one mutex that touch different data are not ordered.
//
// A section is free if it is closed by its thread and contains nothing but accesses to memory, conditions and fences,
// and if each conflict of such an access with a concurrent access of another thread is with a section of the same
// mutex. Sections in conflict stand in one chain (Event::chain), in which rule 4 orders them. So every way from inside
// a section to inside another one goes through its unlock and the other's lock. Therefore each section can be moved
// together, and all chains of a mutex can be woven into one order without overlapping sections (linearize.h does it). A
// thread never waits for a free section for ever.
//
// All that is assumed until a step shows otherwise. Then the chains are joined, or all sections of the mutex are
// ordered, and the exploration begins again. Also ordered are mutexes that are tried, locked with others at once, or
// locked by a thread that ends a round of a waiting loop; and those whose initialisation or destruction is concurrent
// with a section.
#pragma once

#include "explore/program_traits.h"

namespace revisit {

// The chain of its object in which the thread's next step stands. 0 for all but locks and unlocks of free sections.
std::uint32_t chainOf(ProgramTraits& traits, const ExecutionGraph& graph, ThreadId thread, const Label& step);

// A thread takes this step next. True: sections are ordered that were not, and the exploration has to begin again. For
// memory O(accesses to the location).
bool noteSectionStep(ProgramTraits& traits, ExecutionGraph& graph, ThreadId thread, const Label& step);

} // namespace revisit
