#include "explore/reductions/free_sections.h"

#include "explore/reductions/free_accesses.h"
#include "explore/waiting_rounds.h"

#include <algorithm>

namespace revisit {

namespace {

bool mayStandInside(const Label& step) {
  return isMemory(step.kind) || step.kind == LabelKind::Fence || isDecision(step.kind);
}

// The lock of the free section that the thread closes with this step; invalid if it does not.
EventId closedBy(const ExecutionGraph& graph, ThreadId thread, const Label& step) {
  if (!isOperation(step, ObjectOp::MutexUnlock))
    return {};
  const EventId open = graph.openSection(thread);
  return open.valid() && graph.event(open).label->object == step.object ? open : EventId();
}

// What a thread's next step shows about sections.
class StepNotes {
public:
  StepNotes(const Reductions& reductions, ExecutionGraph& graph, ThreadId thread)
      : m_reductions(reductions), m_graph(graph), m_thread(thread), m_open(graph.openSection(thread)) {}

  bool isNew() const { return m_isNew; }

  void noteInside(const Label& step) {
    if (m_open.valid() && !mayStandInside(step))
      orderMutexOf(m_open);
  }

  // An operation on a mutex that does not close a free section.
  void noteOperation(const Label& step) {
    if (!hasFreeSections(m_reductions, step.object))
      return;
    bool isOrdered = false; // with what it must be ordered with
    if (takesMutex(step)) {
      isOrdered = isBefore(m_graph.lastOperation(step.object));
    } else if (isInit(step.operation) || isDestroy(step.operation)) {
      isOrdered = true;
      for (EventId e = m_graph.lastOfSections(step.object); e.valid(); e = m_graph.event(e).previous)
        isOrdered &= isBefore(e);
    }
    if (!isOrdered)
      m_isNew |= m_reductions.facts.note("ordered_sections", step.object);
  }

  void noteAccess(const Label& step, bool stores) {
    for (EventId w = m_graph.lastWrite(step.location);; w = m_graph.event(w).previous) {
      if (stores)
        for (EventId r = m_graph.event(w).firstReader; r.valid(); r = m_graph.event(r).nextReader)
          noteConflict(r);
      if (m_graph.isInitial(w))
        return;
      if (!isFreeUpdate(m_reductions, step) || !m_graph.event(w).isFreeUpdate())
        noteConflict(w);
    }
  }

  // The thread ends a round of a waiting loop, which other threads may have to join.
  void noteRound() {
    for (const EventId id : m_graph.events(m_thread))
      if (const Label& label = *m_graph.event(id).label; isOperationOn(label, ObjectKind::Mutex))
        m_isNew |= m_reductions.facts.note("ordered_sections", label.object);
  }

private:
  bool isBefore(EventId other) const { return !other.valid() || m_graph.isBeforeNext(other, m_thread); }

  void noteConflict(EventId other) {
    const EventId theirs = m_graph.event(other).section;
    if ((!m_open.valid() && !theirs.valid()) || isBefore(other))
      return;
    if (m_open.valid() && theirs.valid()) {
      const Event &mine = m_graph.event(m_open), &their = m_graph.event(theirs);
      if (mine.label->object == their.label->object) {
        noteConflict(mine.label->object, mine.sectionNumber, their.sectionNumber);
        return;
      }
    }
    for (const EventId lock : {m_open, theirs})
      if (lock.valid())
        orderMutexOf(lock);
  }

  void noteConflict(ObjectId mutex, std::uint32_t one, std::uint32_t other) {
    const SectionConflicts& sections = m_reductions.facts.sections();
    if (!sections.areOrdered(mutex, one, other))
      m_isNew |= m_reductions.facts.note(
          "conflict", SectionConflicts::Conflict{mutex, sections.nameOf(mutex, one), sections.nameOf(mutex, other)});
  }

  void orderMutexOf(EventId lock) {
    m_isNew |= m_reductions.facts.note("ordered_sections", m_graph.event(lock).label->object);
  }

  const Reductions& m_reductions;
  ExecutionGraph& m_graph;
  ThreadId m_thread;
  EventId m_open;
  bool m_isNew = false;
};

} // namespace

std::uint32_t sectionNumber(const Reductions& reductions, const ExecutionGraph& graph, ThreadId thread,
                            const Label& step) {
  if (!isOperationOn(step, ObjectKind::Mutex) || !reductions.on.locks)
    return 0;
  if (const EventId lock = closedBy(graph, thread, step); lock.valid())
    return graph.event(lock).sectionNumber;
  if (!takesMutex(step) || !hasFreeSections(reductions, step.object))
    return 0;
  const std::span<const EventId> events = graph.events(thread);
  const std::uint32_t before = events.empty() ? 0 : graph.event(events.back()).locks;
  return reductions.facts.sections().numberOf(step.object, thread, before + 1);
}

bool noteSectionStep(const Reductions& reductions, ExecutionGraph& graph, ThreadId thread, const Label& step,
                     bool stores) {
  if (closedBy(graph, thread, step).valid())
    return false;
  StepNotes notes(reductions, graph, thread);
  notes.noteInside(step);
  if (isOperationOn(step, ObjectKind::Mutex))
    notes.noteOperation(step);
  else if (isMemory(step.kind) && graph.sectionEvents() != 0)
    notes.noteAccess(step, stores);
  else if (step.kind == LabelKind::AwaitFailed)
    notes.noteRound();
  return notes.isNew();
}

EventId unlockOf(const ExecutionGraph& graph, EventId lock) {
  const Event& event = graph.event(lock);
  const std::span<const EventId> events = graph.events(event.thread);
  for (std::size_t i = event.index + 1; i < events.size(); i++)
    if (graph.event(events[i]).sectionNumber != 0)
      return events[i];
  return {};
}

namespace {

// The locks of the closed sections that a new section is ordered with and its thread does not depend on; oldest first.
std::vector<EventId> openTo(const ExecutionGraph& graph, const SectionLock& lock) {
  std::vector<EventId> open;
  for (EventId e = graph.lastOfSections(lock.mutex); e.valid(); e = graph.event(e).previous)
    if (const Event& event = graph.event(e); event.section == e &&
                                             graph.areOrdered(lock.mutex, lock.number, event.sectionNumber) &&
                                             !graph.isBeforeNext(e, lock.thread, lock.twin))
      open.push_back(e);
  std::ranges::reverse(open);
  return open;
}

// Two sections that are not ordered with each other displace the same one in either order: whether this is the order
// that is left out. If they displace different sections, only one order is possible: displacing the first of these
// would delete the lock that has displaced the other one, and that is refused. `open`: as openTo says.
bool isFoundOtherwise(const ExecutionGraph& graph, const SectionLock& lock, std::span<const EventId> open,
                      const FreePlace& place) {
  const auto isBehind = [&](EventId e) { // the new lock depends on the event
    bool behind = graph.isBeforeNext(e, lock.thread, lock.twin);
    for (std::size_t i = 0; i < open.size() && !behind; i++)
      behind = (place.before >> i & 1) != 0 && graph.within(e, graph.clock(open[i]));
    return behind;
  };
  const std::uint32_t section = graph.event(place.displaced).sectionNumber;
  for (EventId e = graph.event(place.displaced).previous; e.valid(); e = graph.event(e).previous)
    if (const Event& other = graph.event(e);
        other.displaced && other.displacedSection == section && lock.thread < other.thread &&
        !graph.areOrdered(lock.mutex, lock.number, other.sectionNumber) && !isBehind(e))
      return true;
  return false;
}

} // namespace

std::optional<std::vector<FreePlace>> sectionPlaces(const ExecutionGraph& graph, const SectionLock& lock) {
  const std::vector<EventId> open = openTo(graph, lock);
  if (open.size() > maxFreePlaces)
    return std::nullopt;
  std::vector<FreePlace> places;
  eachClosedSet(
      graph, open, [&](EventId other) { return unlockOf(graph, other).valid(); },
      [&](std::uint64_t before) {
        const FreePlace place{firstAfter(open, before), before};
        if (place.displaced.valid() && !isFoundOtherwise(graph, lock, open, place))
          places.push_back(place);
      });
  return places;
}

std::vector<EventId> sectionsBefore(const ExecutionGraph& graph, const SectionLock& lock, std::uint64_t before) {
  std::vector<EventId> unlocks;
  const std::vector<EventId> open = openTo(graph, lock);
  for (std::size_t i = 0; i < open.size(); i++)
    if ((before >> i & 1) != 0)
      unlocks.push_back(unlockOf(graph, open[i]));
  return unlocks;
}

} // namespace revisit
