#include "explore/condpor/condpor_internal.h"
#include "explore/reductions/free_accesses.h"
#include "explore/reductions/free_sections.h"
#include "explore/reductions/shared_operations.h"
#include "explore/unordered_arrivals.h"
#include "program/objects/objects.h"

#include <algorithm>

namespace revisit {

bool ConDpor::addDefault(ThreadId thread, const Label& label) {
  switch (groupOf(label.kind)) {
  case LabelGroup::Access:
    addAccess(thread, label);
    break;
  case LabelGroup::Object:
    addOperation(thread, label);
    break;
  case LabelGroup::Condition:
    addCondition(thread, label);
    break;
  case LabelGroup::Number:
    if (const Sat found = addNumber(thread, label, Way::first(), ActionKind::Added); found != Sat::Yes) {
      record({.kind = ActionKind::Abandoned, .refusal = refusalOf(found), .thread = thread});
      return false;
    }
    break;
  case LabelGroup::Fence:
  case LabelGroup::Thread:
  case LabelGroup::Ending:
    recordAdded(thread, add(thread, label, {}));
    break;
  }
  if (m_hasGoal || label.kind != LabelKind::AwaitFailed || !readAnOldWrite(m_graph, thread))
    return true;
  record(
      {.kind = ActionKind::Abandoned, .refusal = Refusal::StaleRound, .thread = thread, .event = m_graph.tail(thread)});
  return false;
}

void ConDpor::addAccess(ThreadId thread, const Label& label) {
  if (label.kind == LabelKind::Read)
    addRead(thread, label);
  else if (label.kind == LabelKind::Write)
    addWrite(thread, label);
  else
    addUpdate(thread, label);
}

EventId ConDpor::floorOf(ThreadId thread, const Label& label, bool stores) {
  return m_state.model().coherenceFloor(m_graph, accessOf(thread, label, stores, m_state.twin(thread, label)));
}

// Reports the writes that are coherence-before the oldest write that the thread's next event may read from or be placed
// after.
void ConDpor::reportForbidden(Kind kind, ThreadId thread, EventId oldest) {
  for (EventId w = m_graph.event(oldest).previous; w.valid(); w = m_graph.event(w).previous)
    tellRefused({kind, Refusal::Inconsistent, thread, w, {}, oldest});
}

void ConDpor::addRead(ThreadId thread, const Label& label) {
  const EventId newest = m_graph.lastWrite(label.location);
  const EventId oldest = floorOf(thread, label, false);
  open(thread);
  for (EventId w = newest; w != oldest;) {
    w = m_graph.event(w).previous;
    file({.kind = Kind::ReadFrom, .first = w});
  }
  if (m_recorder)
    reportForbidden(Kind::ReadFrom, thread, oldest);
  close();
  recordAdded(thread, add(thread, label, {.source = newest}));
}

void ConDpor::addWrite(ThreadId thread, const Label& label) {
  const EventId newest = m_graph.lastWrite(label.location);
  const EventId oldest = floorOf(thread, label, true);
  if (isUnread(m_state.reductions(), label.location)) { // every place is the same, and there is nothing to revisit
    if (newest != oldest)
      m_state.facts().note("reordered", label.location);
    return recordAdded(thread, add(thread, label, {.coAfter = newest}));
  }
  open(thread);
  for (EventId w = newest; w != oldest;) {
    w = m_graph.event(w).previous;
    if (const EventId update = m_graph.atomicReader(w); !update.valid())
      file({.kind = Kind::PlaceAfter, .first = w});
    else if (m_recorder)
      tellRefused({Kind::PlaceAfter, Refusal::AlreadyUpdated, thread, w, {}, update});
  }
  if (m_recorder)
    reportForbidden(Kind::PlaceAfter, thread, oldest);
  fileRevisits(thread, label, {});
  close();
  recordAdded(thread, add(thread, label, {.coAfter = newest}));
}

void ConDpor::addUpdate(ThreadId thread, const Label& label) {
  const EventId newest = m_graph.lastWrite(label.location);
  if (isFreeUpdate(m_state.reductions(), label)) // no place is different from another, and there is nothing to revisit
    return recordAdded(thread, add(thread, label, {.coAfter = newest}));
  const EventId oldestStoring = floorOf(thread, label, true);
  const EventId oldestReading = mayOnlyRead(label) ? floorOf(thread, label, false) : newest;
  const auto mayStore = [&](ExprId stores) { return !m_state.pool().isZero(stores); };
  const auto mayFail = [&](ExprId stores) { return label.weak || !m_state.pool().isNotZero(stores); };
  const ExprId condition = m_state.steps().storesFrom(newest, label);
  const Sat storing = mayStore(condition) ? m_state.planner().canBe(condition, true) : Sat::No;
  const bool stores = storing == Sat::Yes;
  open(thread);
  if (m_recorder && !stores && mayStore(condition))
    tellRefused({Kind::ReadFrom, refusalOf(storing), thread, newest, {}, {}, {.taken = true}});
  if (stores && mayFail(condition))
    file({.kind = Kind::ReadFrom, .first = newest});
  bool mayStoreHere = true, mayReadHere = true; // as far as the memory model says
  EventId w = newest;
  for (;; w = m_graph.event(w).previous) {
    const ExprId here = m_state.steps().storesFrom(w, label);
    const bool storesHere = mayStoreHere && mayStore(here);
    if (w != newest) {
      if (const EventId update = m_graph.atomicReader(w); storesHere && !update.valid())
        file({.kind = Kind::ReadFrom, .way = {.taken = true}, .first = w});
      else if (m_recorder && storesHere)
        tellRefused({Kind::ReadFrom, Refusal::AlreadyUpdated, thread, w, {}, update, {.taken = true}});
      if (mayReadHere && mayFail(here))
        file({.kind = Kind::ReadFrom, .first = w});
    }
    if (storesHere)
      fileRevisits(thread, label, w);
    mayStoreHere &= w != oldestStoring;
    mayReadHere &= w != oldestReading;
    if (!mayStoreHere && !mayReadHere)
      break;
  }
  if (m_recorder)
    reportForbidden(Kind::ReadFrom, thread, w);
  close();
  recordAdded(thread, add(thread, label, {.source = newest, .way = {.taken = stores}}));
}

void ConDpor::computeKept(ThreadId thread, const Label& label, EventId source) {
  m_kept.assign(m_graph.threadCapacity(), 0);
  if (const EventId tail = m_graph.tail(thread); tail.valid())
    std::ranges::copy(m_graph.clock(tail), m_kept.begin());
  if (const EventId twin = m_state.twin(thread, label); twin.valid())
    joinClocks(m_kept, m_graph.clock(twin));
  if (source.valid() && !m_graph.isInitial(source))
    joinClocks(m_kept, m_graph.clock(source));
}

// The reads that could read from a write by this thread instead: those outside its causal prefix. A read whose source
// is coherence-before a write of that prefix cannot be maximal, so the walk ends at the newest such write.
void ConDpor::fileRevisits(ThreadId thread, const Label& label, EventId source) {
  computeKept(thread, label, source);
  for (EventId w = m_graph.lastWrite(label.location);; w = m_graph.event(w).previous) {
    for (EventId r = m_graph.event(w).firstReader; r.valid(); r = m_graph.event(r).nextReader)
      if (!m_graph.within(r, m_kept))
        file({.kind = Kind::Revisit, .first = r, .second = source});
      else if (m_recorder)
        tellRefused({Kind::Revisit, Refusal::ComesBefore, thread, r, source});
    if (m_graph.within(w, m_kept))
      break;
  }
}

// No places: there are too many. Then the order counts, which this fact says.
void ConDpor::filePlaces(const Label& label, const std::optional<std::vector<FreePlace>>& places,
                         FactOf<ObjectId> isOrdered) {
  if (!places) {
    m_state.facts().note(isOrdered, label.object);
    m_state.restart();
    return;
  }
  for (const FreePlace& place : *places)
    file({.kind = Kind::Displace, .first = place.displaced, .before = place.before});
}

void ConDpor::fileDisplacements(ThreadId thread, const Label& label) {
  const EventId twin = m_state.twin(thread, label);
  if (const std::uint32_t section = m_state.sectionNumber(thread, label); section != 0) {
    if (label.operation == ObjectOp::MutexLock)
      filePlaces(label, sectionPlaces(m_graph, {thread, label.object, section, twin}), "ordered_sections");
    return;
  }
  if (hasShared(m_state.reductions(), label))
    return filePlaces(label, sharedPlaces(m_graph, thread, label), "ordered");
  for (EventId b = m_graph.lastOperation(label.object); b.valid(); b = m_graph.event(b).previous) {
    // Object chains are causal: what precedes an operation of the prefix in its chain is in the prefix too.
    if (m_graph.isBeforeNext(b, thread, twin)) {
      if (m_recorder)
        tellRefused({Kind::Displace, Refusal::ComesBefore, thread, b});
      break;
    }
    file({.kind = Kind::Displace, .first = b});
  }
}

void ConDpor::fileOutcomes(StepContext& step, const Label& label, bool displaced) {
  for (std::optional<Way> way = wayAfter(label, step, Way::first()); way; way = wayAfter(label, step, *way))
    file({.kind = Kind::Outcome, .way = *way, .displaced = displaced});
}

void ConDpor::addOperation(ThreadId thread, const Label& label) {
  GraphStep step(m_state, thread, label);
  open(thread);
  fileOutcomes(step, label, false);
  if (!isUnordered(m_state.facts(), label))
    fileDisplacements(thread, label);
  close();
  recordAdded(thread, add(thread, label, {}));
}

void ConDpor::addCondition(ThreadId thread, const Label& label) {
  GraphStep step(m_state, thread, label);
  const Way first = firstWay(label, step).way;
  open(thread);
  if (const std::optional<Way> other = wayAfter(label, step, first))
    file({.kind = Kind::Side, .way = *other});
  else if (m_recorder)
    tellRefused({Kind::Side,
                 first.taken ? Refusal::ShowsNothing : refusalOf(isPossible(label, step, Way::first())),
                 thread,
                 {},
                 {},
                 {},
                 {.taken = !first.taken}});
  close();
  recordAdded(thread, add(thread, label, {.way = first}));
}

Sat ConDpor::addNumber(ThreadId thread, const Label& label, const Way& from, ActionKind kind) {
  GraphStep step(m_state, thread, label);
  const FoundWay found = firstWay(label, step, from);
  if (found.sat != Sat::Yes)
    return found.sat;
  if (const std::optional<Way> larger = wayAfter(label, step, found.way)) {
    open(thread);
    file({.kind = Kind::Number, .way = *larger});
    close();
  }
  const EventId event = add(thread, label, {.way = found.way});
  record({.kind = kind, .alternative = Kind::Number, .thread = thread, .event = event});
  return Sat::Yes;
}

} // namespace revisit
