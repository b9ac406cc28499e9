// The execution graph: events in program order (po), reads-from (rf), coherence (co), the chains of synchronisation
// objects, creation and join. It grows and shrinks in place; every change is logged and can be undone.
//
// Each event carries its causal clock: per thread, the number of its events in the causal prefix (the closure of po,
// rf, chain predecessor, create->start, end->join and Event::twin), itself included.
// Thread rule: a graph belongs to one worker.
#pragma once

#include "base/causal_clocks.h"
#include "base/id_range.h"
#include "graph/event.h"
#include "graph/section_conflicts.h"
#include "program/program.h"

#include <span>
#include <vector>

namespace revisit {

// How an event is added.
struct Placement {
  EventId rf;          // the write that it reads from (memory reads)
  EventId coAfter;     // its coherence predecessor (memory writes)
  Observation seen;    // the thread's observation
  Value written;       // the value that it stores (memory writes)
  bool writes = false; // whether it stores
  ExprId condition;    // what it says of the inputs: that this condition ...
  bool side = false;   // ... has this side
  ObjectState object;  // state after it (object operations)
  // For an object operation that changes nothing: the operation that it depends on, instead of the newest one.
  EventId follows;
  bool countsForIdentity = true;      // see Event::countsForIdentity
  bool free = false;                  // see Event::free
  std::uint32_t sectionNumber = 0;    // see Event::sectionNumber
  std::uint32_t displacedSection = 0; // see Event::displacedSection
  std::uint32_t outcome = 0;
  bool displaced = false;
  MemoryLife leaves = MemoryLife::Alive; // memory writes
  std::uint32_t stamp = 0;               // 0: a new one; otherwise the stamp of the revisited read
  EventId twin;                          // see Event::twin
  ThreadId elder; // Create: the thread that is equal to the new one and was created directly before it
};

// What an event adds to the path condition, beside what questions about the path condition choose events by.
struct PathConstraint {
  EventId event;
  std::uint32_t index = 0, stamp = 0; // of the event
  ExprId condition;
  bool side = false;
};

class ExecutionGraph {
public:
  struct Mark {
    std::size_t log = 0;
    std::uint32_t nextStamp = 1;
  };

  explicit ExecutionGraph(Program& program);
  // Resets to the empty graph with the main thread before its first event, and clears the log.
  void reset();

  const Event& event(EventId id) const { return m_events[id.value()]; }
  std::span<const std::uint32_t> clock(EventId id) const { return m_clocks.of(id.value()); }
  std::size_t threadCapacity() const { return m_clocks.threads(); } // number of entries of a clock

  std::size_t threadCount() const { return m_threads.size(); }
  bool created(ThreadId t) const { return m_threads[t.value()].created; }
  bool ended(ThreadId t) const { return m_threads[t.value()].ended; }
  StateId state(ThreadId t) const { return m_threads[t.value()].state; }
  // All threads, lowest first; those that were created; of these, those that have not ended. Threads that are added
  // meanwhile are not among them.
  auto threads() const { return idsBelow<ThreadId>(threadCount()); }
  auto createdThreads() const {
    return threads() | std::views::filter([this](ThreadId t) { return created(t); });
  }
  auto going() const {
    return threads() | std::views::filter([this](ThreadId t) { return created(t) && !ended(t); });
  }
  std::span<const EventId> events(ThreadId t) const { return m_threads[t.value()].events; }
  // The events of all threads, thread by thread.
  auto events() const {
    return threads() | std::views::transform([this](ThreadId t) { return events(t); }) | std::views::join;
  }
  std::span<const PathConstraint> constraints(ThreadId t) const { return m_threads[t.value()].constraints; }
  // The event that the thread's next event follows: its last one, or its creation; invalid for a main thread without
  // events.
  EventId tail(ThreadId t) const;
  EventId creator(ThreadId t) const { return m_threads[t.value()].creator; }
  // The label with which the thread ended; null: it goes on, or was not created.
  const Label* endOf(ThreadId t) const {
    return t.value() < threadCount() && ended(t) ? event(events(t).back()).label : nullptr;
  }
  bool endedBy(ThreadId t, LabelKind kind) const { return endOf(t) && endOf(t)->kind == kind; }
  // The thread that is equal to this one and was created directly before it; invalid when there is none.
  ThreadId elder(ThreadId t) const { return m_threads[t.value()].elder; }
  // Whether the thread has an elder, and has done the same so far.
  bool isLikeElder(ThreadId t) const {
    const Thread& thread = m_threads[t.value()];
    return thread.elder.valid() && (thread.events.empty() || event(thread.events.back()).isLikeTwin);
  }

  // The virtual first write of a location; created on demand.
  EventId initialWrite(LocationId location);
  EventId lastWrite(LocationId location); // coherence-latest
  // The same, of a location that has an initial write.
  EventId latestWrite(LocationId location) const { return m_locations[location.value()].last; }
  // Whether this holds for an access to such a location: one of its writes, the initial one too, or a read.
  template <class Holds> bool anyAccess(LocationId location, Holds&& holds) const {
    for (EventId w = latestWrite(location); w.valid(); w = event(w).previous) {
      if (holds(w))
        return true;
      for (EventId r = event(w).firstReader; r.valid(); r = event(r).nextReader)
        if (holds(r))
          return true;
    }
    return false;
  }
  EventId lastOperation(ObjectId object) const; // end of the chain; invalid when empty
  // At the end of the chain. For a free section of a mutex, with its number: as its lock or its unlock finds it.
  ObjectState objectState(ObjectId object, std::uint32_t sectionNumber = 0) const;
  // The newest lock or unlock of a free section of the mutex. These have a chain of their own.
  EventId lastOfSections(ObjectId mutex) const;
  // The lock of the free section that the thread is in; invalid when it is in none.
  EventId openSection(ThreadId t) const;
  // The state of its object after the operation. O(1), or O(chain) if the operation is free.
  ObjectState objectAfter(EventId operation) const;
  // The newest event before this one in its chain or in coherence that is not free; invalid when there is none.
  EventId fixedBefore(EventId event) const;
  // Calls f with operations on its object that this operation comes after in every order that the graph allows. All
  // others of these come before one of them, or are not in the chain.
  template <class F> void forEachRequired(EventId operation, F&& f) const {
    const Event& self = event(operation);
    if (self.sectionNumber != 0)
      return forEachSectionBefore(operation, f);
    for (EventId e = self.previous; e.valid(); e = event(e).previous) {
      const bool isFree = event(e).free;
      if (!(self.free && isFree))
        f(e);
      if (!isFree)
        return;
    }
  }
  // Calls f with the unlocks of the free sections before this one that it is ordered with, the newest first. `lock`:
  // its lock; for its unlock there is none. O(chain).
  template <class F> void forEachSectionBefore(EventId lock, F&& f) const {
    const Event& self = event(lock);
    for (EventId e = self.section == lock ? self.previous : EventId(); e.valid(); e = event(e).previous)
      if (const Event& before = event(e);
          before.section != e && areOrdered(self.label->object, self.sectionNumber, before.sectionNumber))
        f(e);
  }
  // Which free sections are ordered; null: no section is free. The graph keeps the pointer.
  void followConflicts(const SectionConflicts* conflicts) { m_conflicts = conflicts; }
  const SectionConflicts* conflicts() const { return m_conflicts; }
  bool areOrdered(ObjectId mutex, std::uint32_t one, std::uint32_t other) const {
    return m_conflicts->areOrdered(mutex, one, other);
  }
  // How many events of free sections' locks and unlocks it has, and how many other free operations on objects. O(1).
  std::size_t sectionEvents() const { return m_sectionEvents; }
  std::size_t freeOperations() const { return m_freeOperations; }
  // The arrival that completed this arrival's round at a barrier. Requires that the round is complete. O(chain).
  EventId completingArrival(EventId arrival) const;
  bool isInitial(EventId id) const { return !event(id).thread.valid(); }
  // The successful read-modify-write that reads from this write; invalid when there is none. O(readers).
  EventId atomicReader(EventId write) const;

  // For a free update: what it has read and stored, in the order in which the graph is shown.
  void showUpdate(EventId update, const Value& read, const Value& stored) {
    m_events[update.value()].seen.value = read;
    m_events[update.value()].written = stored;
  }

  // Whether e is within the clock (initial writes always are).
  bool within(EventId e, std::span<const std::uint32_t> clock) const {
    const Event& event = m_events[e.value()];
    return !event.thread.valid() || event.index < clock[event.thread.value()];
  }
  // Whether the thread's next event comes after this one whatever it chooses. `twin`: Event::twin of that event.
  bool isBeforeNext(EventId e, ThreadId t, EventId twin = {}) const {
    const EventId last = tail(t);
    return (last.valid() && within(e, clock(last))) || (twin.valid() && within(e, clock(twin)));
  }
  // Whether some event ends or begins the lifetime of the location's memory.
  bool hasLifetimes(LocationId location) const {
    return location.value() < m_locations.size() && m_locations[location.value()].lifetimes != 0;
  }
  std::size_t eventCount() const { return m_eventCount; } // initial writes not counted

  // Adds the next event of a thread. Requires that `label` is the thread's next step in the program. O(threads).
  EventId append(ThreadId thread, const Label& label, StateId after, const Placement& placement);
  // The events added after `stamp` that are not within the clock, newest first for each thread.
  void collectLater(std::uint32_t stamp, std::span<const std::uint32_t> clock, std::vector<EventId>& out) const;
  // Removes these events in this order; each must be the last of its thread then.
  void remove(std::span<const EventId> events);
  // From now on no write to the location is free, also not those that come back when changes are undone. Requires that
  // coherence is the only order of its writes that the graph allows. O(slots).
  void fixWrites(LocationId location);

  // An event that was added or removed. Its slot keeps the event until the change is undone.
  struct Change {
    EventId event;
    bool added;
    std::uint64_t number; // never used again, not even after a reset
  };
  // All changes since the last reset that were not undone, oldest first, including initial writes.
  std::span<const Change> changes() const { return m_log; }

  Mark mark() const { return {m_log.size(), m_nextStamp}; }
  void undoTo(const Mark& mark);

private:
  struct Thread {
    std::vector<EventId> events;
    std::vector<PathConstraint> constraints;
    StateId state;
    EventId creator;
    ThreadId elder;
    bool created = false;
    bool ended = false;
  };

  void growThreads(std::size_t count);
  EventId newEvent();
  void logChange(EventId event, bool added) { m_log.push_back({event, added, ++m_changeCount}); }
  void fillClock(EventId id);
  void link(EventId id);
  void unlink(EventId id);
  EventId& lastOf(const Event& event);

  Program& m_program;
  std::vector<Event> m_events;
  CausalClocks m_clocks{8}; // by event
  std::vector<Thread> m_threads;
  struct LocationEnds {
    EventId initial, last;
    std::uint32_t lifetimes = 0; // events that end or begin the lifetime of its memory
  };
  std::vector<LocationEnds> m_locations;
  std::vector<EventId> m_chains;        // their ends, by object
  std::vector<EventId> m_sectionChains; // those of free sections, by mutex
  const SectionConflicts* m_conflicts = nullptr;
  std::size_t m_sectionEvents = 0, m_freeOperations = 0;
  std::vector<Change> m_log;
  std::uint64_t m_changeCount = 0;
  std::uint32_t m_nextStamp = 1;
  std::size_t m_eventCount = 0;
};

} // namespace revisit
