// What an exploration has seen of the program that changes how it explores. It only grows, and restarts keep it. Thread
// rule: belongs to one worker.
#pragma once

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
    m_flags.sections |= label.joined;
    m_flags.storesToParts |= label.kind == LabelKind::Rmw && label.rmw == RmwOp::Insert;
    m_flags.silentUpdates |= (label.kind == LabelKind::Rmw && mayOnlyRead(label)) || neverStores(label);
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
  void noteTried(ObjectId mutex) { m_tried.insert(mutex); }

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

private:
  Flags m_flags;
  std::unordered_set<ObjectId> m_ordered; // barriers whose arrivals are ordered
  std::unordered_set<LocationId> m_contended;
  std::unordered_set<ObjectId> m_tried;
};

} // namespace revisit
