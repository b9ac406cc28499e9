#include "explore/sections/step_run.h"

namespace revisit {

StepRun::End StepRun::begin(std::span<const Way> prescribed) {
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
  Branching branching{last.mark, last.thread, last.events, {}, {}};
  if (!choose(label, *last.next, branching))
    return nextVariant();
  m_branchings.push_back(branching);
  const End end = add(last.thread, label, branching.way);
  return end == End::Done ? goOn() : end;
}

std::vector<Way> StepRun::ways() const {
  std::vector<Way> ways;
  for (const Branching& branching : m_branchings)
    ways.push_back(branching.way);
  return ways;
}

Footprint StepRun::footprint() {
  if (!m_thread.valid())
    return {};
  Footprint found = footprintOf(m_state.graph(), m_thread, m_begin);
  if (const Label* label = standsBefore(m_thread); label && label->continuesSection)
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
    m_added(m_thread, m_state.add(m_thread, *label, onNewest(m_state.graph(), *label)));
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
  for (const ThreadId one : graph.going()) {
    thread = one;
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
      if (label->continuesSection && cannotGoOn(*label))
        return m_state.failure() || m_state.needsRestart() ? End::Failed : End::Stuck;
    }
    if (!label || (isScheduled(label->kind) && !label->continuesSection)) {
      label = nextAlone(thread);
      if (!label)
        return thread.valid() ? End::Failed : End::Done;
    }
    if (const End end = addNext(thread, *label); end != End::Done)
      return end;
  }
}

StepRun::End StepRun::addNext(ThreadId thread, const Label& label) {
  Branching branching{m_state.mark(), thread, m_events, {}, {}};
  if (differsIn(label) != Differs::Never) {
    const std::size_t at = m_branchings.size();
    const bool isPrescribed = at < m_prescribed.size();
    if (!choose(label, isPrescribed ? m_prescribed[at] : Way::first(), branching) ||
        (isPrescribed && branching.way != m_prescribed[at]))
      return m_state.failure() || m_state.needsRestart() ? End::Failed : End::Infeasible;
    m_branchings.push_back(branching);
  }
  return add(thread, label, branching.way);
}

StepRun::End StepRun::add(ThreadId thread, const Label& label, const Way& way) {
  const EventId event = m_state.add(thread, label, onNewest(m_state.graph(), label, way));
  if (m_state.needsRestart())
    return End::Failed;
  m_events += isScheduled(label.kind) ? 1 : 0;
  m_added(thread, event);
  return End::Done;
}

bool StepRun::choose(const Label& label, const Way& from, Branching& branching) {
  GraphStep step(m_state, branching.thread, label, onNewest(m_state.graph(), label).source);
  const FoundWay found = firstWay(label, step, from);
  if (found.sat != Sat::Yes)
    return false;
  branching.way = found.way;
  branching.next = wayAfter(label, step, found.way);
  return true;
}

} // namespace revisit
