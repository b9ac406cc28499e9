#include "explore/program_traits.h"

namespace revisit {

// A barrier whose number of participants is the number of threads that ever use it. Each round takes all of them, so
// program order determines the round of an arrival. No thread can observe, between its arrival and its pass, which of
// the other threads arrived first. So the arrivals keep the order in which they were added, this order is not part of
// the execution, and no arrival displaces another. An arrival's dependence on earlier arrivals adds nothing to what its
// thread depends on: the next step is the pass, which depends on the whole round. A pass changes nothing and follows
// the arrival that completed its round. It does not depend on which other thread passed or arrived again before. The
// order does matter when more threads use the barrier than a round takes, or when an arrival does not depend on an
// initialisation or destruction. Once that is seen, the exploration begins again, with the arrivals of that barrier
// ordered like all operations. Up to that step, the unordered exploration reaches the same execution, so it is seen if
// it exists.
bool ProgramTraits::isUnordered(const Label& operation) const {
  return operation.operation == ObjectOp::BarrierPass ||
         (kindOf(operation.operation) == ObjectKind::Barrier && !m_ordered.contains(operation.object));
}

void ProgramTraits::noteOperation(const Label& operation, const Placement& place) {
  m_flags.readsTogether |= operation.operation == ObjectOp::RwlockRead && place.object.count > 1;
  m_flags.madeWay |= place.outcome != 0 && makesWay(operation.operation);
}

void ProgramTraits::setReductions(ReductionNotes notes) {
  m_notes = std::move(notes);
  for (const ObjectId lock : m_notes.writeLocked) // one worker may have seen the one, and another worker the other
    if (m_notes.heldForReading.contains(lock))
      m_ordered.insert(lock);
}

} // namespace revisit
