// The reduction "locks": critical sections of one mutex that touch different data are not ordered.
//
// A section is free if it is closed by its thread and contains nothing but accesses to memory, conditions and fences,
// and if each conflict of such an access with a concurrent access of another thread is with a section of the same
// mutex. Sections in conflict are ordered (SectionConflicts). So every way from inside a section to inside another one
// goes through its unlock and the other's lock. Therefore each section can be moved together, and there is an order of
// all events in which no two sections of a mutex overlap (linearize.h finds it). A thread never waits for a free
// section for ever.
//
// All that is assumed until a step shows otherwise. Then a conflict is noted, or all sections of the mutex are ordered,
// and the exploration begins again. Also ordered are mutexes that are tried, locked with others at once, or locked by a
// thread that ends a round of a waiting loop; and those whose initialisation or destruction is concurrent with a
// section.
//
// A section may come after any set of the sections that it is ordered with. In place of rule 4 its lock chooses such a
// set: what the set depends on is kept, and the first of the others is displaced.
#pragma once

#include "explore/reductions/free_places.h"
#include "explore/reductions/reductions.h"

#include <optional>
#include <vector>

namespace revisit {

// Whether sections of this mutex may be free.
inline bool hasFreeSections(const Reductions& reductions, ObjectId mutex) {
  return reductions.on.locks && !reductions.facts.has("ordered_sections", mutex);
}

// Event::sectionNumber of the thread's next step: not 0 for the lock and the unlock of a free section.
std::uint32_t sectionNumber(const Reductions& reductions, const ExecutionGraph& graph, ThreadId thread,
                            const Label& step);

// A thread takes this step next; `stores`: it stores to memory. True: sections are ordered that were not, and the
// exploration has to begin again. For memory O(accesses to the location).
bool noteSectionStep(const Reductions& reductions, ExecutionGraph& graph, ThreadId thread, const Label& step,
                     bool stores);

// The unlock that closes the section of this lock; invalid when it is open. O(events of the section).
EventId unlockOf(const ExecutionGraph& graph, EventId lock);

// A lock of a free section that a thread takes next.
struct SectionLock {
  ThreadId thread;
  ObjectId mutex;
  std::uint32_t number = 0; // Event::sectionNumber
  EventId twin;             // Event::twin
};

// All places for a new lock among the sections that it is ordered with, except those that its thread depends on; the
// latest first. Left out are those that are found in another way: when the lock and
// another one displace the same section, the one of the higher thread does it last. Nothing if more than maxFreePlaces
// bits would be needed.
std::optional<std::vector<FreePlace>> sectionPlaces(const ExecutionGraph& graph, const SectionLock& lock);
// The unlocks of the sections of FreePlace::before. Requires the graph that the place was found in.
std::vector<EventId> sectionsBefore(const ExecutionGraph& graph, const SectionLock& lock, std::uint64_t before);

} // namespace revisit
