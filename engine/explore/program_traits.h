// What an exploration has seen of the program that changes how it explores. It only grows, and restarts keep it. Thread
// rule: belongs to one worker.
#pragma once

#include "explore/reductions/equivalence.h"
#include "explore/reductions/reduction_notes.h"
#include "graph/graph.h"

#include <unordered_set>

namespace revisit {

class ProgramTraits {
public:
  // Whether there was an atomic section so far.
  bool hasSections() const { return m_flags.sections; }
  // Whether some section contains a wait.
  bool sectionsWait() const { return m_flags.sectionsWait; }
  // Whether some thread took a read-write lock for reading that was already held for reading.
  bool readsTogether() const { return m_flags.readsTogether; }
  // Whether some attempt to lock for reading failed because of a waiting writer.
  bool madeWay() const { return m_flags.madeWay; }
  // Whether no thread can observe the order of this operation relative to the others on its object.
  bool isUnordered(const Label& operation) const;

  // Whether there was a store to a part of a location so far; an update that counts as a read if it changes nothing.
  bool storesToParts() const { return m_flags.storesToParts; }
  bool hasSilentUpdates() const { return m_flags.silentUpdates; }

  // A thread's next step was looked up.
  void noteNext(const Label& label) {
    m_flags.sections |= label.continuesSection;
    m_flags.storesToParts |= label.kind == LabelKind::Rmw && label.rmw == RmwOp::Insert;
    m_flags.silentUpdates |=
        (label.kind == LabelKind::Rmw && mayOnlyRead(label) && !label.unlessSame) || neverStores(label);
  }
  void noteWaitingSection() { m_flags.sectionsWait = true; }
  // The operation is added in this way.
  void noteOperation(const Label& operation, const Placement& place);
  // A thread can observe the order of the arrivals at this barrier.
  void noteOrdered(ObjectId barrier) { m_ordered.insert(barrier); }
  // Whether some thread accesses this location, to which a round of a waiting loop stores, out of order with the round.
  bool isContended(LocationId location) const { return m_contended.contains(location); }
  void noteContended(LocationId location) { m_contended.insert(location); }
  // Whether some thread tries to take this mutex: it can tell whether another thread has it.
  bool isTried(ObjectId mutex) const { return m_tried.contains(mutex); }
  // Returns whether that is new.
  bool noteTried(ObjectId mutex) { return m_tried.insert(mutex).second; }

  // Which orders the exploration leaves out. Not a fact about the program: the algorithm sets it.
  const Equivalence& equivalence() const { return m_equivalence; }
  void reduce(const Equivalence& equivalence) { m_equivalence = equivalence; }

  // The reduction "objects" (reductions/shared_operations.h). Whether operations on this lock or once object may be
  // free.
  bool hasShared(const Label& operation) const {
    const ObjectKind kind = kindOf(operation.operation);
    return (kind == ObjectKind::Rwlock || kind == ObjectKind::Once) && hasShared(operation.object);
  }
  bool hasShared(ObjectId object) const { return m_equivalence.objects && !m_ordered.contains(object); }
  const std::set<ObjectId>& rwlocks() const { return m_notes.rwlocks; }
  void noteRwlock(ObjectId lock) { m_notes.rwlocks.insert(lock); }
  // These return whether the object was not ordered before and is now. A thread locks it for writing; a thread that
  // holds it for reading may have to wait; free operations on it cannot be told apart from others.
  bool noteWriteLocked(ObjectId lock) { return noteWaits(lock, m_notes.writeLocked, m_notes.heldForReading); }
  bool noteHeldForReading(ObjectId lock) { return noteWaits(lock, m_notes.heldForReading, m_notes.writeLocked); }
  bool orderShared(ObjectId object) { return m_ordered.insert(object).second && m_equivalence.objects; }

  // The reduction "locations" (reductions/free_writes.h). Whether nothing has read this location so far, so that
  // stores to it are free.
  bool isUnread(LocationId location) const {
    return m_equivalence.locations && !m_notes.memoryCounts && !m_notes.read.contains(location);
  }
  void noteRead(LocationId location) { m_notes.read.insert(location); }
  // Whether stores to this location could have been placed otherwise in coherence.
  bool isReordered(LocationId location) const { return m_notes.reordered.contains(location); }
  // Whether that was so for some location, and the contents of memory at the end were not known to matter.
  bool someIsReordered() const { return !m_notes.memoryCounts && !m_notes.reordered.empty(); }
  void noteReordered(LocationId location) { m_notes.reordered.insert(location); }
  // The same reduction (reductions/free_updates.h). Whether blind updates of this location are free. orderUpdates: from
  // now on they are not; returns whether they were.
  bool hasFreeUpdates(LocationId location) const {
    return m_equivalence.locations && !m_notes.orderedUpdates.contains(location);
  }
  bool isUpdatedBlindly(LocationId location) const { return m_notes.blindlyUpdated.contains(location); }
  void noteBlindUpdate(LocationId location) { m_notes.blindlyUpdated.insert(location); }
  bool orderUpdates(LocationId location) {
    return m_equivalence.locations && m_notes.orderedUpdates.insert(location).second;
  }
  // The contents of memory at the end matter.
  void noteMemoryCounts() { m_notes.memoryCounts = true; }

  // The reduction "locks" (reductions/free_sections.h). Whether sections of this mutex may be free. orderSections:
  // from now on none is; returns whether some could be.
  bool hasFreeSections(ObjectId mutex) const { return m_equivalence.locks && !m_notes.orderedMutexes.contains(mutex); }
  bool orderSections(ObjectId mutex) { return m_equivalence.locks && m_notes.orderedMutexes.insert(mutex).second; }
  SectionConflicts& sectionConflicts() { return m_notes.conflicts; }
  const SectionConflicts& sectionConflicts() const { return m_notes.conflicts; }

  // The reduction "symmetry" (reductions/equal_threads.h).
  bool isDistinct(ThreadId thread) const { return !m_equivalence.symmetry || m_notes.distinct.contains(thread); }
  void noteDistinct(ThreadId thread) { m_notes.distinct.insert(thread); }

  // All of it, for other workers. A further trait has to be told here too (check/knowledge.h).
  struct Flags {
    bool sections = false, sectionsWait = false, storesToParts = false, silentUpdates = false, readsTogether = false,
         madeWay = false;
    void join(const Flags& other) {
      sections |= other.sections;
      sectionsWait |= other.sectionsWait;
      storesToParts |= other.storesToParts;
      silentUpdates |= other.silentUpdates;
      readsTogether |= other.readsTogether;
      madeWay |= other.madeWay;
    }
  };
  const Flags& flags() const { return m_flags; }
  void setFlags(const Flags& flags) { m_flags = flags; }
  const std::unordered_set<ObjectId>& ordered() const { return m_ordered; }
  const std::unordered_set<ObjectId>& tried() const { return m_tried; }
  const std::unordered_set<LocationId>& contended() const { return m_contended; }
  const ReductionNotes& reductions() const { return m_notes; }
  // Instead of those so far.
  void setReductions(ReductionNotes notes);

private:
  bool noteWaits(ObjectId lock, std::unordered_set<ObjectId>& noted, const std::unordered_set<ObjectId>& required) {
    return noted.insert(lock).second && required.contains(lock) && orderShared(lock);
  }

  Flags m_flags;
  std::unordered_set<ObjectId> m_ordered; // barriers whose arrivals are ordered; objects whose operations are
  std::unordered_set<LocationId> m_contended;
  std::unordered_set<ObjectId> m_tried;
  Equivalence m_equivalence;
  ReductionNotes m_notes;
};

} // namespace revisit
