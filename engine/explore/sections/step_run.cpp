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
  m_begin = m_state.graph().events(m_thread).size();
  const Label* label = m_state.nextLabel(m_thread);
  if (!label)
    return End::Failed;
  const End end = addNext(m_thread, *label);
  return end == End::Done ? goOn() : end;
}

std::optional<StepRun::End> StepRun::nextVariant() {
  while (!m_branchings.empty() && !m_branchings.back().next)
    m_branchings.pop_back();
  if (m_branchings.empty())
    return std::nullopt;
  const Branching last = m_branchings.back();
  m_branchings.pop_back();
  m_prescribed = {};
  m_state.undoTo(last.mark);
  m_events = last.events;
  const Label& label = *m_state.knownLabel(last.thread);
  Branching branching{last.mark, last.thread, last.events, 0, {}};
  if (!choose(last.thread, label, *last.next, branching))
    return nextVariant();
  m_branchings.push_back(branching);
  const EventId event = m_state.add(last.thread, label, choiceOf(label, branching.taken));
  m_events += isScheduled(label.kind) ? 1 : 0;
  m_added(last.thread, event);
  return goOn();
}

std::vector<std::uint64_t> StepRun::choices() const {
  std::vector<std::uint64_t> taken;
  for (const Branching& branching : m_branchings)
    taken.push_back(branching.taken);
  return taken;
}

Footprint StepRun::footprint() {
  if (!m_thread.valid())
    return {};
  Footprint found = footprintOf(m_state.graph(), m_thread, m_begin);
  if (const Label* label = standsBefore(m_thread); label && label->joined)
    found.add(footprintOf(*label));
  return found;
}

bool StepRun::waits() const {
  const Label* label = standsBefore(m_thread);
  return label && label->kind != LabelKind::Blocked;
}

const Label* StepRun::standsBefore(ThreadId thread) const {
  const ExecutionGraph& graph = m_state.graph();
  return graph.created(thread) && !graph.ended(thread) ? m_state.knownLabel(thread) : nullptr;
}

bool StepRun::addEnding() {
  while (const Label* label = standsBefore(m_thread)) {
    const bool fails = label->awaits && m_state.wouldFail(m_thread, *label);
    if (m_state.failure() || m_state.needsRestart())
      return false;
    if (!fails && !isTerminal(label->kind))
      return true;
    m_added(m_thread, m_state.add(m_thread, *label, choiceOf(*label, whenFalse)));
    if (!m_state.graph().ended(m_thread) && !m_state.nextLabel(m_thread))
      return false;
  }
  return true;
}

// Inside a section: whether the thread is blocked here for ever unless another thread changes something.
bool StepRun::cannotGoOn(const Label& label) {
  if (label.kind == LabelKind::Blocked || label.kind == LabelKind::AwaitFailed)
    return true;
  return isScheduled(label.kind) &&
         (!m_state.steps().enabled(m_thread, label) || (label.awaits && m_state.wouldFail(m_thread, label)));
}

// The next event that a thread decides alone, and that thread. The step's own thread comes first.
const Label* StepRun::nextAlone(ThreadId& thread) {
  const ExecutionGraph& graph = m_state.graph();
  for (std::uint32_t t = 0; t < graph.threadCount(); t++) {
    thread = ThreadId(t);
    if (!graph.created(thread) || graph.ended(thread))
      continue;
    const Label* label = m_state.nextLabel(thread);
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
    if (m_thread.valid() && !m_state.graph().ended(m_thread)) {
      label = m_state.nextLabel(m_thread);
      if (!label)
        return End::Failed;
      if (label->joined && cannotGoOn(*label))
        return m_state.failure() || m_state.needsRestart() ? End::Failed : End::Stuck;
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
  Branching branching{m_state.mark(), thread, m_events, 0, {}};
  const bool mayDiffer = mayOnlyRead(label) || label.kind == LabelKind::Constraint || label.kind == LabelKind::Assume ||
                         label.kind == LabelKind::Enumerate || label.kind == LabelKind::Object;
  if (mayDiffer) {
    const std::size_t at = m_branchings.size();
    const bool isPrescribed = at < m_prescribed.size();
    if (!choose(thread, label, isPrescribed ? m_prescribed[at] : 0, branching) ||
        (isPrescribed && branching.taken != m_prescribed[at]))
      return m_state.failure() || m_state.needsRestart() ? End::Failed : End::Infeasible;
    m_branchings.push_back(branching);
  }
  const EventId event = m_state.add(thread, label, choiceOf(label, branching.taken));
  if (m_state.needsRestart())
    return End::Failed;
  m_events += isScheduled(label.kind) ? 1 : 0;
  m_added(thread, event);
  return End::Done;
}

bool StepRun::choose(ThreadId thread, const Label& label, std::uint64_t from, Branching& branching) {
  if (mayOnlyRead(label))
    return chooseSide(
        [&](bool side) { return m_state.canStore(thread, label, m_state.graph().lastWrite(label.location), side); },
        from, false, branching);
  const auto canHold = [&](bool side) { return m_state.planner().canBe(label.value.expr, side); };
  switch (label.kind) {
  case LabelKind::Constraint:
    return chooseSide(canHold, from, false, branching);
  case LabelKind::Assume:
    // A false assume shows nothing while there is no other thread (rule 5). Nor does it show anything inside a section:
    // the section then never happened, and the other threads' steps also occur before the section, where the condition
    // holds.
    return chooseSide(canHold, from, label.joined || m_state.alone(thread), branching);
  case LabelKind::Enumerate: {
    const SmallestValue found = m_state.planner().smallest(label.value.expr, from);
    if (found.sat != Sat::Yes || !found.value)
      return false;
    branching.taken = *found.value;
    branching.next.reset();
    if (branching.taken < m_state.planner().widest(label.value.expr))
      branching.next = branching.taken + 1;
    return true;
  }
  default: {
    const ObjectState& state = m_state.graph().objectState(label.object);
    const unsigned outcomes =
        m_state.outcomes(thread, label, applyOperation(state, thread, label.operation, label.argument));
    branching.taken = from;
    branching.next.reset();
    if (from + 1 < outcomes)
      branching.next = from + 1;
    return from < outcomes;
  }
  }
}

bool StepRun::chooseSide(const std::function<Sat(bool)>& canBe, std::uint64_t from, bool onlyTrue,
                         Branching& branching) {
  const bool holds = from == whenTrue && canBe(true) == Sat::Yes;
  const bool canFail = (!holds || !onlyTrue) && canBe(false) == Sat::Yes;
  branching.taken = holds ? whenTrue : whenFalse;
  branching.next.reset();
  if (holds && canFail)
    branching.next = whenFalse;
  return holds || canFail;
}

Choice StepRun::choiceOf(const Label& label, std::uint64_t taken) {
  Choice choice;
  if (isMemory(label.kind))
    choice.source = choice.coAfter = m_state.graph().lastWrite(label.location);
  choice.taken = taken == whenTrue;
  choice.number = taken;
  if (label.kind == LabelKind::Object)
    choice.outcome = static_cast<std::uint32_t>(taken);
  return choice;
}

} // namespace revisit
