#include "explore/sections/step_run.h"

#include "program/objects.h"

namespace revisit {

namespace {

constexpr std::uint64_t whenTrue = 0, whenFalse = 1; // sides, in the order in which they are tried

} // namespace

StepRun::End StepRun::begin(std::span<const std::uint64_t> prescribed) {
  m_prescribed = prescribed;
  if (!m_thread.valid())
    return goOn();
  m_begin = m_visit.graph().events(m_thread).size();
  const Label* label = m_visit.nextLabel(m_thread);
  if (!label)
    return End::Failed;
  const End end = addNext(m_thread, *label);
  return end == End::Done ? goOn() : end;
}

std::optional<StepRun::End> StepRun::nextWay() {
  while (!m_decisions.empty() && !m_decisions.back().next)
    m_decisions.pop_back();
  if (m_decisions.empty())
    return std::nullopt;
  const Decision last = m_decisions.back();
  m_decisions.pop_back();
  m_prescribed = {};
  m_visit.undoTo(last.mark);
  m_events = last.events;
  const Label& label = *m_visit.program().next(m_visit.graph().state(last.thread));
  Decision decision{last.mark, last.thread, last.events, 0, {}};
  if (!decide(last.thread, label, *last.next, decision))
    return nextWay();
  m_decisions.push_back(decision);
  const EventId event = m_visit.add(last.thread, label, choiceOf(label, decision.taken));
  m_events += isScheduled(label.kind) ? 1 : 0;
  m_added(last.thread, event);
  return goOn();
}

std::vector<std::uint64_t> StepRun::decisions() const {
  std::vector<std::uint64_t> taken;
  for (const Decision& decision : m_decisions)
    taken.push_back(decision.taken);
  return taken;
}

Footprint StepRun::footprint() {
  if (!m_thread.valid())
    return {};
  Footprint found = footprintOf(m_visit.graph(), m_thread, m_begin);
  if (const Label* label = standsBefore(m_thread); label && label->joined)
    found.add(footprintOf(*label));
  return found;
}

bool StepRun::waits() const {
  const Label* label = standsBefore(m_thread);
  return label && label->kind != LabelKind::Blocked;
}

const Label* StepRun::standsBefore(ThreadId thread) const {
  const ExecutionGraph& graph = m_visit.graph();
  return graph.created(thread) && !graph.ended(thread) ? m_visit.program().next(graph.state(thread)) : nullptr;
}

bool StepRun::addEnding() {
  while (const Label* label = standsBefore(m_thread)) {
    const bool fails = label->awaits && m_visit.wouldFail(m_thread, *label);
    if (m_visit.failure() || m_visit.needsRestart())
      return false;
    if (!fails && !isTerminal(label->kind))
      return true;
    m_added(m_thread, m_visit.add(m_thread, *label, choiceOf(*label, whenFalse)));
    if (!m_visit.graph().ended(m_thread) && !m_visit.nextLabel(m_thread))
      return false;
  }
  return true;
}

// Inside a section: whether the thread is blocked here for ever unless another thread changes something.
bool StepRun::cannotGoOn(const Label& label) {
  if (label.kind == LabelKind::Blocked || label.kind == LabelKind::AwaitFailed)
    return true;
  return isScheduled(label.kind) &&
         (!m_visit.enabled(m_thread, label) || (label.awaits && m_visit.wouldFail(m_thread, label)));
}

// The next event that a thread decides alone, and that thread. The step's own thread comes first.
const Label* StepRun::nextAlone(ThreadId& thread) {
  const ExecutionGraph& graph = m_visit.graph();
  for (std::uint32_t t = 0; t < graph.threadCount(); t++) {
    thread = ThreadId(t);
    if (!graph.created(thread) || graph.ended(thread))
      continue;
    const Label* label = m_visit.nextLabel(thread);
    if (!label || !isScheduled(label->kind))
      return label;
  }
  thread = {};
  return nullptr;
}

StepRun::End StepRun::goOn() {
  while (true) {
    ThreadId thread = m_thread;
    const Label* label = nullptr;
    if (m_thread.valid() && !m_visit.graph().ended(m_thread)) {
      label = m_visit.nextLabel(m_thread);
      if (!label)
        return End::Failed;
      if (label->joined && cannotGoOn(*label))
        return m_visit.failure() || m_visit.needsRestart() ? End::Failed : End::Stuck;
    }
    if (!label || (isScheduled(label->kind) && !label->joined)) {
      label = nextAlone(thread);
      if (!label)
        return thread.valid() ? End::Failed : End::Done;
    }
    if (const End end = addNext(thread, *label); end != End::Done)
      return end;
  }
}

StepRun::End StepRun::addNext(ThreadId thread, const Label& label) {
  Decision decision{m_visit.mark(), thread, m_events, 0, {}};
  const bool mayDiffer = mayOnlyRead(label) || label.kind == LabelKind::Constraint || label.kind == LabelKind::Assume ||
                         label.kind == LabelKind::Enumerate || label.kind == LabelKind::Object;
  if (mayDiffer) {
    const std::size_t at = m_decisions.size();
    const bool isPrescribed = at < m_prescribed.size();
    if (!decide(thread, label, isPrescribed ? m_prescribed[at] : 0, decision) ||
        (isPrescribed && decision.taken != m_prescribed[at]))
      return m_visit.failure() || m_visit.needsRestart() ? End::Failed : End::Infeasible;
    m_decisions.push_back(decision);
  }
  const EventId event = m_visit.add(thread, label, choiceOf(label, decision.taken));
  if (m_visit.needsRestart())
    return End::Failed;
  m_events += isScheduled(label.kind) ? 1 : 0;
  m_added(thread, event);
  return End::Done;
}

bool StepRun::decide(ThreadId thread, const Label& label, std::uint64_t from, Decision& decision) {
  if (mayOnlyRead(label))
    return decideSide(m_visit.storesFrom(m_visit.graph().lastWrite(label.location), label), from, false, decision);
  switch (label.kind) {
  case LabelKind::Constraint:
    return decideSide(label.value.expr, from, false, decision);
  case LabelKind::Assume:
    // A false assume shows nothing while there is no other thread (rule 5). Nor does it show anything inside a section:
    // the section then never happened, and the other threads' steps also occur before the section, where the condition
    // holds.
    return decideSide(label.value.expr, from, label.joined || m_visit.alone(thread), decision);
  case LabelKind::Enumerate: {
    const SmallestValue found = m_visit.smallest(label.value.expr, from);
    if (found.sat != Sat::Yes || !found.value)
      return false;
    decision.taken = *found.value;
    decision.next.reset();
    if (decision.taken < m_visit.widest(label.value.expr))
      decision.next = decision.taken + 1;
    return true;
  }
  default: {
    const unsigned outcomes =
        applyOperation(m_visit.graph().objectState(label.object), thread, label.operation, label.argument).outcomes;
    decision.taken = from;
    decision.next.reset();
    if (from + 1 < outcomes)
      decision.next = from + 1;
    return from < outcomes;
  }
  }
}

bool StepRun::decideSide(ExprId condition, std::uint64_t from, bool onlyTrue, Decision& decision) {
  ExpressionPool& pool = m_visit.pool();
  const auto canBe = [&](bool side) {
    if (pool.isConstant(condition))
      return (pool.constantBits(condition) != 0) == side;
    return m_visit.feasible(m_visit.side(condition, side)) == Sat::Yes;
  };
  const bool holds = from == whenTrue && canBe(true);
  const bool canFail = (!holds || !onlyTrue) && canBe(false);
  decision.taken = holds ? whenTrue : whenFalse;
  decision.next.reset();
  if (holds && canFail)
    decision.next = whenFalse;
  return holds || canFail;
}

StepChoice StepRun::choiceOf(const Label& label, std::uint64_t decided) {
  StepChoice choice;
  if (isMemory(label.kind))
    choice.source = choice.coAfter = m_visit.graph().lastWrite(label.location);
  choice.taken = decided == whenTrue;
  choice.number = decided;
  if (label.kind == LabelKind::Object)
    choice.outcome = static_cast<std::uint32_t>(decided);
  return choice;
}

} // namespace revisit
