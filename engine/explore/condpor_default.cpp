#include "explore/condpor_internal.h"
#include "program/objects.h"

#include <algorithm>

namespace revisit {

bool ConDpor::addDefault(ThreadId thread, const Label& label) {
  switch (label.kind) {
  case LabelKind::Read:
    addRead(thread, label);
    break;
  case LabelKind::Write:
    addWrite(thread, label);
    break;
  case LabelKind::Rmw:
  case LabelKind::Cas:
    addUpdate(thread, label);
    break;
  case LabelKind::Object:
    addOperation(thread, label);
    break;
  case LabelKind::Constraint:
  case LabelKind::Assume:
    addCondition(thread, label);
    break;
  case LabelKind::Enumerate:
    addNumber(thread, label);
    break;
  default:
    record(ActionKind::Added, add(thread, label, {}));
    break;
  }
  return label.kind != LabelKind::AwaitFailed || !roundWasStale(m_graph, thread);
}

void ConDpor::addRead(ThreadId thread, const Label& label) {
  const EventId newest = m_graph.lastWrite(label.location);
  const EventId oldest = m_visit.model().oldestVisible(m_graph, thread, label.location);
  open(thread);
  for (EventId w = newest; w != oldest;) {
    w = m_graph.event(w).previous;
    file({.kind = Kind::ReadFrom, .first = w});
  }
  close();
  record(ActionKind::Added, add(thread, label, {.source = newest}));
}

void ConDpor::addWrite(ThreadId thread, const Label& label) {
  const EventId newest = m_graph.lastWrite(label.location);
  const EventId oldest = m_visit.model().oldestVisible(m_graph, thread, label.location);
  open(thread);
  for (EventId w = newest; w != oldest;) {
    w = m_graph.event(w).previous;
    if (!m_graph.atomicReader(w).valid())
      file({.kind = Kind::PlaceAfter, .first = w});
  }
  fileRevisits(thread, label, {});
  close();
  record(ActionKind::Added, add(thread, label, {.coAfter = newest}));
}

void ConDpor::addUpdate(ThreadId thread, const Label& label) {
  const EventId newest = m_graph.lastWrite(label.location);
  const EventId oldest = m_visit.model().oldestVisible(m_graph, thread, label.location);
  const auto mayStore = [&](ExprId stores) {
    return !m_visit.pool().isConstant(stores) || m_visit.pool().constantBits(stores) != 0;
  };
  const auto mayFail = [&](ExprId stores) {
    return !m_visit.pool().isConstant(stores) || m_visit.pool().constantBits(stores) == 0;
  };
  const auto storesFrom = [&](EventId w) {
    return label.kind == LabelKind::Cas ? m_visit.storesFrom(w, label) : m_visit.pool().boolean(true);
  };
  const ExprId condition = storesFrom(newest);
  const bool stores = mayStore(condition) && sideFeasible(condition, true);
  open(thread);
  if (stores && mayFail(condition))
    file({.kind = Kind::ReadFrom, .taken = false, .first = newest});
  for (EventId w = newest;; w = m_graph.event(w).previous) {
    const ExprId here = storesFrom(w);
    if (w != newest) {
      if (mayStore(here) && !m_graph.atomicReader(w).valid())
        file({.kind = Kind::ReadFrom, .taken = true, .first = w});
      if (mayFail(here))
        file({.kind = Kind::ReadFrom, .taken = false, .first = w});
    }
    if (mayStore(here))
      fileRevisits(thread, label, w);
    if (w == oldest)
      break;
  }
  close();
  record(ActionKind::Added, add(thread, label, {.source = newest, .taken = stores}));
}

void ConDpor::keepPrefix(ThreadId thread, EventId source) {
  m_kept.assign(m_graph.threadCapacity(), 0);
  if (const EventId tail = m_graph.tail(thread); tail.valid())
    std::ranges::copy(m_graph.clock(tail), m_kept.begin());
  if (source.valid() && !m_graph.isInitial(source))
    for (std::size_t t = 0; t < m_kept.size(); t++)
      m_kept[t] = std::max(m_kept[t], m_graph.clock(source)[t]);
}

// The reads that a write by this thread could be read by instead: those outside its causal prefix. A read whose source
// is coherence-before a write of that prefix could not be maximal, so the walk ends at the newest one.
void ConDpor::fileRevisits(ThreadId thread, const Label& label, EventId source) {
  keepPrefix(thread, source);
  for (EventId w = m_graph.lastWrite(label.location);; w = m_graph.event(w).previous) {
    for (EventId r = m_graph.event(w).firstReader; r.valid(); r = m_graph.event(r).nextReader)
      if (!m_graph.within(r, m_kept))
        file({.kind = Kind::Revisit, .first = r, .second = source});
    if (m_graph.within(w, m_kept))
      break;
  }
}

void ConDpor::fileDisplacements(ThreadId thread, const Label& label) {
  const EventId tail = m_graph.tail(thread);
  for (EventId b = m_graph.lastOperation(label.object); b.valid(); b = m_graph.event(b).previous) {
    // The chain is causal: whatever comes before an operation of the prefix is in the prefix too.
    if (tail.valid() && m_graph.within(b, m_graph.clock(tail)))
      break;
    file({.kind = Kind::Displace, .first = b});
  }
}

void ConDpor::addOperation(ThreadId thread, const Label& label) {
  const ObjectEffect effect =
      applyOperation(m_graph.objectState(label.object), thread, label.operation, label.argument);
  open(thread);
  for (std::uint32_t outcome = 1; outcome < effect.outcomes; outcome++)
    file({.kind = Kind::Outcome, .outcome = outcome});
  fileDisplacements(thread, label);
  close();
  record(ActionKind::Added, add(thread, label, {}));
}

bool ConDpor::sideFeasible(ExprId condition, bool taken) {
  ExpressionPool& pool = m_visit.pool();
  if (pool.isConstant(condition))
    return (pool.constantBits(condition) != 0) == taken;
  return m_visit.feasible(m_visit.side(condition, taken)) == Sat::Yes;
}

void ConDpor::addCondition(ThreadId thread, const Label& label) {
  const bool holds = sideFeasible(label.value.expr, true);
  // A false assume before any other thread exists can show nothing (rule 5).
  const bool alone = m_visit.alone(thread);
  open(thread);
  if (holds && !(label.kind == LabelKind::Assume && alone))
    file({.kind = Kind::Side});
  close();
  record(ActionKind::Added, add(thread, label, {.taken = holds}));
}

void ConDpor::addNumber(ThreadId thread, const Label& label) {
  const Choice here{.mark = m_visit.mark(), .thread = thread, .revisited = {}, .source = {}};
  takeNextNumber(here, label, ~std::uint64_t{0});
}

// Adds the enumeration with its smallest feasible number above `above` (all ones: from zero), filing the ones after it.
bool ConDpor::takeNextNumber(const Choice& choice, const Label& label, std::uint64_t above) {
  std::vector<ExprId> conditions;
  m_visit.pathCondition(conditions);
  const SmallestValue found = smallestValue(m_visit.solver(), m_visit.pool(), conditions, label.value.expr, above + 1);
  if (found.sat == Sat::Unknown)
    m_visit.noteUnknown();
  if (found.sat != Sat::Yes || !found.value)
    return false;
  const unsigned width = m_visit.pool().width(label.value.expr);
  const std::uint64_t largest = width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  if (*found.value < largest) {
    open(choice.thread);
    file({.kind = Kind::NextNumber, .number = *found.value});
    close();
  }
  record(ActionKind::Added, add(choice.thread, label, {.number = *found.value}));
  return true;
}

} // namespace revisit
