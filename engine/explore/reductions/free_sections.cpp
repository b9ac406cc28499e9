#include "explore/reductions/free_sections.h"

namespace revisit {

namespace {

bool isMutexStep(const Label& step) {
  return step.kind == LabelKind::Object && isMutexOp(step.operation);
}

bool locksAlone(const Label& step) {
  return step.operation == ObjectOp::MutexLock && step.together == 0;
}

bool mayStandInside(const Label& step) {
  return isMemory(step.kind) || step.kind == LabelKind::Fence || step.kind == LabelKind::Constraint ||
         step.kind == LabelKind::Assume || step.kind == LabelKind::Enumerate;
}

// The lock of the free section that the thread closes with this step; invalid if it does not.
EventId closedBy(const ExecutionGraph& graph, ThreadId thread, const Label& step) {
  if (!isMutexStep(step) || step.operation != ObjectOp::MutexUnlock)
    return {};
  const EventId open = graph.openSection(thread);
  return open.valid() && graph.event(open).label->object == step.object ? open : EventId();
}

// What a thread's next step shows about sections.
class StepNotes {
public:
  StepNotes(ProgramTraits& traits, ExecutionGraph& graph, ThreadId thread)
      : m_traits(traits), m_graph(graph), m_thread(thread), m_tail(graph.tail(thread)),
        m_open(graph.openSection(thread)) {}

  bool isNew() const { return m_isNew; }

  void noteInside(const Label& step) {
    if (m_open.valid() && !mayStandInside(step))
      orderMutexOf(m_open);
  }

  // An operation on a mutex that does not close a free section.
  void noteOperation(const Label& step) {
    if (!m_traits.hasFreeSections(step.object))
      return;
    bool isOrdered = false; // with what it must be ordered with
    if (locksAlone(step)) {
      isOrdered = isBefore(m_graph.lastOperation(step.object));
    } else if (step.operation == ObjectOp::MutexInit || step.operation == ObjectOp::MutexDestroy) {
      isOrdered = true;
      for (const EventId last : m_graph.lastOfSections(step.object))
        isOrdered &= isBefore(last);
    }
    if (!isOrdered)
      m_isNew |= m_traits.orderSections(step.object);
  }

  void noteAccess(const Label& step) {
    const bool isWrite = step.kind != LabelKind::Read;
    for (EventId w = m_graph.lastWrite(step.location);; w = m_graph.event(w).previous) {
      if (isWrite)
        for (EventId r = m_graph.event(w).firstReader; r.valid(); r = m_graph.event(r).nextReader)
          noteConflict(r);
      if (m_graph.isInitial(w))
        return;
      noteConflict(w);
    }
  }

  // The thread ends a round of a waiting loop, which other threads may have to join.
  void noteRound() {
    for (const EventId id : m_graph.events(m_thread))
      if (const Label& label = *m_graph.event(id).label; isMutexStep(label))
        m_isNew |= m_traits.orderSections(label.object);
  }

private:
  bool isBefore(EventId other) const {
    return !other.valid() || m_graph.event(other).thread == m_thread ||
           (m_tail.valid() && m_graph.within(other, m_graph.clock(m_tail)));
  }

  void noteConflict(EventId other) {
    const EventId theirs = m_graph.event(other).section;
    if ((!m_open.valid() && !theirs.valid()) || isBefore(other))
      return;
    if (m_open.valid() && theirs.valid()) {
      const Event &mine = m_graph.event(m_open), &their = m_graph.event(theirs);
      if (mine.label->object == their.label->object) {
        m_isNew |= m_traits.sectionChains().join(mine.label->object, mine.chain, their.chain);
        return;
      }
    }
    for (const EventId lock : {m_open, theirs})
      if (lock.valid())
        orderMutexOf(lock);
  }

  void orderMutexOf(EventId lock) { m_isNew |= m_traits.orderSections(m_graph.event(lock).label->object); }

  ProgramTraits& m_traits;
  ExecutionGraph& m_graph;
  ThreadId m_thread;
  EventId m_tail, m_open;
  bool m_isNew = false;
};

} // namespace

std::uint32_t chainOf(ProgramTraits& traits, const ExecutionGraph& graph, ThreadId thread, const Label& step) {
  if (!isMutexStep(step) || !traits.equivalence().locks)
    return 0;
  if (const EventId lock = closedBy(graph, thread, step); lock.valid())
    return graph.event(lock).chain;
  if (!locksAlone(step) || !traits.hasFreeSections(step.object))
    return 0;
  const std::span<const EventId> events = graph.events(thread);
  const std::uint32_t before = events.empty() ? 0 : graph.event(events.back()).locks;
  return traits.sectionChains().chainOf(step.object, thread, before + 1);
}

bool noteSectionStep(ProgramTraits& traits, ExecutionGraph& graph, ThreadId thread, const Label& step) {
  if (closedBy(graph, thread, step).valid())
    return false;
  StepNotes notes(traits, graph, thread);
  notes.noteInside(step);
  if (isMutexStep(step))
    notes.noteOperation(step);
  else if (isMemory(step.kind))
    notes.noteAccess(step);
  else if (step.kind == LabelKind::AwaitFailed)
    notes.noteRound();
  return notes.isNew();
}

} // namespace revisit
