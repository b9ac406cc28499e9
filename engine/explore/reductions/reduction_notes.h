// What an exploration has seen that its reductions depend on. All of it only grows. Thread rule: a plain value.
#pragma once

#include "base/ids.h"
#include "graph/section_conflicts.h"

#include <set>
#include <unordered_set>

namespace revisit {

struct ReductionNotes {
  // Objects (shared_operations.h): all read-write locks; those that a thread locks for writing; those that a thread
  // holds for reading while it may have to wait.
  std::set<ObjectId> rwlocks;
  std::unordered_set<ObjectId> writeLocked, heldForReading;
  // Locations (free_writes.h): those that something reads; those with stores that could have been placed otherwise in
  // coherence; whether the contents of memory at the end matter.
  std::unordered_set<LocationId> read, reordered;
  bool memoryCounts = false;
  // Locations, too (free_updates.h): those with blind updates; those whose blind updates are ordered.
  std::unordered_set<LocationId> blindlyUpdated, orderedUpdates;
  // Locks (free_sections.h): mutexes whose sections are all ordered; pairs of sections that are.
  std::unordered_set<ObjectId> orderedMutexes;
  SectionConflicts conflicts;
  // Symmetry (equal_threads.h): threads that are not equal to the one created before them.
  std::set<ThreadId> distinct;
};

} // namespace revisit
