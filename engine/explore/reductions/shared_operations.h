// The reduction "objects": operations that commute on a read-write lock or a once object are free (Event::free).
//
// A lock for reading and its unlock change nothing that another lock for reading or its unlock can tell, and neither
// synchronises with the other. So they are ordered only with all other operations on the lock: locks for writing,
// attempts, initialisation, destruction. A call of a once object whose routine has returned changes nothing. Which
// operations are free depends only on the state that the newest operation before them that is not free has left.
//
// Not free are the operations on a lock where a reader may have to wait while it holds it and a thread locks for
// writing: whether they wait for each other depends on which readers overlap (waiting_writers.h). Nor are those on a
// lock with attempts to read that may fail because of a waiting writer. Both show in some execution of the reduced
// exploration if they show in any. Then the lock is ordered, and the exploration begins again.
//
// An operation that is not free may come after any set of the free ones that stand between the same two others in the
// chain, if it is enabled there (free_places.h).
#pragma once

#include "explore/reductions/free_places.h"
#include "explore/reductions/reductions.h"

#include <optional>
#include <vector>

namespace revisit {

// Whether operations on this lock or once object may be free.
inline bool hasShared(const Reductions& reductions, ObjectId object) {
  const Facts& facts = reductions.facts;
  return reductions.on.objects && !facts.has("ordered", object) &&
         !(facts.has("write_locked", object) && facts.has("held_for_reading", object));
}
inline bool hasShared(const Reductions& reductions, const Label& operation) {
  const ObjectKind kind = kindOf(operation.operation);
  return (kind == ObjectKind::Rwlock || kind == ObjectKind::Once) && hasShared(reductions, operation.object);
}

// Whether the operation is free in this state of its object, which may be the state after any free operations.
bool isSharedIn(const ObjectState& state, ThreadId thread, const Label& operation);

// A thread takes this step next, or waits to take it for ever. Notes what makes locks ordered. True: some
// lock was not ordered so far, and the exploration has to begin again. O(locks * chain) for operations on objects and
// joins.
bool noteStep(const Reductions& reductions, const ExecutionGraph& graph, ThreadId thread, const Label& label);

// All places for the thread's next operation where it would be enabled, of an object with free operations; the latest
// first. A place concerns the free operations between the same two others. Nothing if more than maxFreePlaces bits
// would be needed. O(places * chain).
std::optional<std::vector<FreePlace>> sharedPlaces(const ExecutionGraph& graph, ThreadId thread, const Label& label);
// The operations of FreePlace::before, and those before the place that the thread depends on.
std::vector<EventId> sharedBefore(const ExecutionGraph& graph, ThreadId thread, const FreePlace& place);
// The state of the object at the thread's place.
ObjectState stateAt(const ExecutionGraph& graph, ThreadId thread, const FreePlace& place);

} // namespace revisit
