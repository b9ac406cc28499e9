#include "explore/waiting_writers.h"

#include "explore/exploration_state.h"

#include <algorithm>

namespace revisit {

namespace {

// A thread that may wait to lock for writing while another thread asks for the lock.
struct WaitingWriter {
  ThreadId thread;
  const Label* label = nullptr;
  EventId before; // the last event before it waits; invalid: it waits from its beginning
  EventId event;  // the operation, if it happens later
};

// What the event follows in its thread: an event of it, or its creation.
EventId beforeEvent(const ExecutionGraph& graph, EventId id) {
  const Event& event = graph.event(id);
  return event.index != 0 ? graph.events(event.thread)[event.index - 1] : graph.creator(event.thread);
}

// Calls f with every other thread whose next step is to lock this lock for writing, and with that step.
template <class F> void forEachStanding(ExplorationState& state, ThreadId reader, ObjectId lock, F&& f) {
  const ExecutionGraph& graph = state.graph();
  for (const ThreadId thread : graph.going())
    if (const Label* next = state.program().next(graph.state(thread));
        thread != reader && next && waitsToWrite(*next, lock))
      f(thread, *next);
}

// The threads that lock for writing after this operation, or wait to do so.
std::vector<WaitingWriter> writersBehind(ExplorationState& state, EventId read) {
  const ExecutionGraph& graph = state.graph();
  const Event& reading = graph.event(read);
  const ObjectId lock = reading.label->object;
  std::vector<WaitingWriter> found;
  for (EventId later = reading.next; later.valid(); later = graph.event(later).next)
    if (const Event& event = graph.event(later); event.thread != reading.thread && waitsToWrite(*event.label, lock))
      found.push_back({event.thread, event.label, beforeEvent(graph, later), later});
  forEachStanding(state, reading.thread, lock, [&](ThreadId thread, const Label& label) {
    found.push_back({thread, &label, graph.tail(thread), {}});
  });
  return found;
}

// Whether the thread, which holds the lock for reading when `read` happens, may wait before it releases the lock.
// Memory accesses count as steps that do not wait.
bool mayWaitBeforeLeaving(const ExecutionGraph& graph, ThreadId holder, EventId read) {
  const ObjectId lock = graph.event(read).label->object;
  EventId last = graph.event(read).previous;
  while (last.valid() && graph.event(last).thread != holder)
    last = graph.event(last).previous;
  const std::span<const EventId> events = graph.events(holder);
  for (std::size_t i = last.valid() ? graph.event(last).index + 1 : 0; i < events.size(); i++) {
    const Label& label = *graph.event(events[i]).label;
    if (label.object == lock && isOperation(label, ObjectOp::RwlockUnlock))
      return false;
    if (label.kind == LabelKind::Object || label.kind == LabelKind::Join)
      return true;
  }
  return !graph.ended(holder);
}

// Whether this operation locks for reading while another reader may never release the lock if this operation has to
// wait.
bool matters(const ExecutionGraph& graph, EventId id) {
  const Event& event = graph.event(id);
  if (!isOperation(*event.label, ObjectOp::RwlockRead) || event.seen.value.bits != object_result::ok ||
      event.object.count < 2)
    return false;
  return std::ranges::any_of(readersBefore(graph, id), [&](ThreadId reader) {
    return reader == event.thread || mayWaitBeforeLeaving(graph, reader, id);
  });
}

// Whether the thread holds the lock for reading while it reads in a loop what was stored after the operation `read`.
bool waitsByMemory(ExplorationState& state, ThreadId holder, EventId read) {
  const ExecutionGraph& graph = state.graph();
  const ObjectId lock = graph.event(read).label->object;
  bool holds = false;
  for (const EventId id : graph.events(holder)) {
    const Event& event = graph.event(id);
    if (event.label->kind == LabelKind::Object && event.label->object == lock)
      holds = event.label->operation != ObjectOp::RwlockUnlock;
    const bool isStoredAfter =
        event.reads && !graph.isInitial(event.rf) && event.rf != read && graph.within(read, graph.clock(event.rf));
    if (holds && isStoredAfter && (event.label->awaits || state.program().isOnCycle(event.before)))
      return true;
  }
  return false;
}

// The state in which two threads wait for each other: a set of done events.
class WhileTheyWait {
public:
  WhileTheyWait(ExplorationState& state, const std::vector<std::uint32_t>& done)
      : m_state(state), m_graph(state.graph()), m_done(done) {}

  bool isDone(EventId id) const { return !id.valid() || m_graph.within(id, m_done); }

  bool someEnded(LabelKind how) const {
    return std::ranges::any_of(m_graph.threads(),
                               [&](ThreadId thread) { return hasEnded(thread) && m_graph.endedBy(thread, how); });
  }

  bool isEnabled(ThreadId thread, const Label& operation) const {
    EventId last = m_graph.lastOperation(operation.object);
    while (!isDone(last))
      last = m_graph.event(last).previous;
    const ObjectState state = last.valid() ? m_graph.objectAfter(last) : ObjectState{};
    return applyOperation(state, thread, operation.operation, operation.argument).enabled;
  }

  // Whether all other threads have done everything they can; other executions cover the alternatives. No new reader
  // gets the lock, because the writer waits for it.
  bool othersWait(ThreadId reader, ThreadId writer, ObjectId lock) const {
    return std::ranges::all_of(m_graph.createdThreads(), [&](ThreadId thread) {
      return thread == reader || thread == writer || !isDone(m_graph.creator(thread)) || hasEnded(thread) ||
             waits(thread, lock);
    });
  }

private:
  bool hasEnded(ThreadId thread) const { return m_graph.endOf(thread) && isDone(m_graph.tail(thread)); }

  bool waits(ThreadId thread, ObjectId lock) const {
    const std::span<const EventId> events = m_graph.events(thread);
    const std::uint32_t done = m_done[thread.value()];
    const Label& next =
        done < events.size() ? *m_graph.event(events[done]).label : *m_state.program().next(m_graph.state(thread));
    if (next.kind == LabelKind::Join)
      return !hasEnded(next.child) || !m_graph.endedBy(next.child, LabelKind::End);
    if (next.kind != LabelKind::Object)
      return false;
    if (next.object == lock && next.operation == ObjectOp::RwlockRead)
      return true;
    return !isEnabled(thread, next);
  }

  ExplorationState& m_state;
  const ExecutionGraph& m_graph;
  const std::vector<std::uint32_t>& m_done;
};

std::vector<EventId> heldBy(const ReadBehindWriter& one) {
  return one.writing.valid() ? std::vector{one.read, one.writing} : std::vector{one.read};
}

} // namespace

std::vector<ComesBehind> attemptsBehind(ExplorationState& state) {
  const ExecutionGraph& graph = state.graph();
  std::vector<ComesBehind> attempts;
  if (!state.facts().has("made_way"))
    return attempts;
  for (const EventId id : graph.events()) {
    const Event& event = graph.event(id);
    if (event.label->kind != LabelKind::Object || event.outcome == 0 || !makesWay(event.label->operation))
      continue;
    ComesBehind& attempt = attempts.emplace_back(id);
    for (const WaitingWriter& writer : writersBehind(state, id))
      attempt.oneOf.push_back(writer.before);
  }
  return attempts;
}

std::vector<ThreadId> readersBefore(const ExecutionGraph& graph, EventId operation) {
  const EventId previous = graph.event(operation).previous;
  std::vector<ThreadId> readers;
  for (const ThreadId thread : graph.threads())
    if (previous.valid() && readLocksOf(graph.event(previous).object, thread) > 0)
      readers.push_back(thread);
  return readers;
}

bool writerStands(ExplorationState& state, ThreadId reader, ObjectId lock) {
  bool stands = false;
  forEachStanding(state, reader, lock, [&](ThreadId, const Label&) { stands = true; });
  return stands;
}

std::vector<ReadBehindWriter> readsBehindWriters(ExplorationState& state) {
  const ExecutionGraph& graph = state.graph();
  std::vector<ReadBehindWriter> found;
  std::vector<ComesBehind> attempts = attemptsBehind(state);
  for (const EventId id : graph.events()) {
    if (!matters(graph, id))
      continue;
    const Event& read = graph.event(id);
    for (const WaitingWriter& writer : writersBehind(state, id)) {
      // A timed operation that gives up lets the reader continue.
      if (writer.label->operation != ObjectOp::RwlockWrite)
        continue;
      ReadBehindWriter one{id, writer.thread, writer.label, writer.event};
      const HoldingOrder order = linearizeHolding(graph, attempts, heldBy(one));
      const WhileTheyWait still(state, order.free);
      if (still.isEnabled(writer.thread, *writer.label) || !still.isDone(beforeEvent(graph, id)) ||
          !still.isDone(writer.before) || still.someEnded(LabelKind::Blocked) || still.someEnded(LabelKind::Error) ||
          !still.othersWait(read.thread, writer.thread, read.label->object))
        continue;
      one.exits = still.someEnded(LabelKind::Exit);
      found.push_back(one);
    }
  }
  return found;
}

EventId readThatIsAwaited(ExplorationState& state) {
  const ExecutionGraph& graph = state.graph();
  if (!state.facts().has("reads_together"))
    return {};
  for (const EventId id : graph.events()) {
    const Event& event = graph.event(id);
    if (!isOperation(*event.label, ObjectOp::RwlockRead) || event.object.count < 2 || writersBehind(state, id).empty())
      continue;
    for (const ThreadId holder : readersBefore(graph, id))
      if (holder != event.thread && waitsByMemory(state, holder, id))
        return id;
  }
  return {};
}

EventId readWithoutWriter(ExplorationState& state) {
  const ExecutionGraph& graph = state.graph();
  const std::vector<ComesBehind> attempts = attemptsBehind(state);
  if (attempts.empty())
    return {};
  const HoldingOrder order = linearizeHolding(graph, attempts, {});
  for (const ComesBehind& attempt : attempts)
    if (!graph.within(attempt.operation, order.free))
      return attempt.operation;
  return {};
}

std::vector<EventId> orderOf(ExplorationState& state, const ReadBehindWriter& one) {
  return linearizeHolding(state.graph(), attemptsBehind(state), heldBy(one)).order;
}

} // namespace revisit
