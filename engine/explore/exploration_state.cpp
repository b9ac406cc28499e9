#include "explore/exploration_state.h"

#include "explore/waiting_rounds.h"
#include "program/cut.h"

#include <algorithm>

namespace revisit {

ExplorationState::ExplorationState(Program& program, MemoryModel& model, Solver& solver, std::uint32_t unroll)
    : m_program(program), m_model(model), m_graph(program), m_steps(m_graph, program),
      m_planner(m_graph, program, solver), m_bound(unroll) {}

void ExplorationState::reset() {
  m_undone++;
  m_relied.clear();
  m_waits.clear(); // numbers of states and of steps through loops are void after a restart
  m_loopRounds = {};
  m_planner.graphChanged();
  m_graph.reset();
  m_model.reset();
  m_restart = false;
}

void ExplorationState::undoTo(const Mark& mark) {
  m_undone++;
  m_planner.graphChanged();
  m_model.undoTo(mark.model);
  m_graph.undoTo(mark.graph);
}

const Label* ExplorationState::nextLabel(ThreadId thread) {
  const Label* const label = learntLabel(thread);
  return label ? orEnding(thread, *label) : nullptr;
}

const Label* ExplorationState::knownLabel(ThreadId thread) {
  const Label* const label = m_program.next(m_graph.state(thread));
  return label ? orEnding(thread, *label) : nullptr;
}

const Label* ExplorationState::orEnding(ThreadId thread, const Label& label) {
  m_looked.resize(std::max<std::size_t>(m_looked.size(), thread.value() + 1));
  Looked& looked = m_looked[thread.value()];
  const EventId tail = m_graph.tail(thread);
  if (!tail.valid() || looked.tail != tail || looked.undone != m_undone) {
    const FailedRound round = failedRound(m_graph, m_program, thread);
    looked = {round.storedTo.empty() ? tail : EventId(), m_undone, endingAfter(thread, round)};
  }
  return looked.ending ? looked.ending : &label;
}

const Label* ExplorationState::endingAfter(ThreadId thread, const FailedRound& round) {
  if (round.events != 0 && mayRely(thread, round)) {
    m_waits.insert(m_program.classOf(m_graph.state(thread)));
    return ending(LabelKind::AwaitFailed, round.events, m_graph.event(m_graph.tail(thread)).label->position);
  }
  const LoopRounds::Count* const loop = loopAtBound(thread);
  return loop ? ending(LabelKind::Cut, static_cast<std::uint64_t>(CutBy::Loop), loop->back) : nullptr;
}

// Whether no other thread accesses what the round stores to. If one does so later, the exploration begins again: see
// add().
bool ExplorationState::mayRely(ThreadId thread, const FailedRound& round) {
  for (const LocationId location : round.storedTo) {
    if (!m_traits.isContended(location) && !isAfterAllOthers(m_graph, m_graph.tail(thread), location))
      m_traits.noteContended(location);
    if (m_traits.isContended(location))
      return false;
    m_relied.insert(location);
  }
  return true;
}

const Label* ExplorationState::ending(LabelKind kind, std::uint64_t argument, PositionId position) {
  Label& label = m_endings[{kind, argument, position}];
  label.kind = kind;
  label.argument = argument;
  label.position = position;
  return &label;
}

bool ExplorationState::mayWait(ThreadId thread) const {
  return !m_waits.empty() && m_waits.contains(m_program.classOf(m_graph.state(thread)));
}

RoundsId ExplorationState::roundsOf(ThreadId thread) {
  const std::span<const EventId> events = m_graph.events(thread);
  const LoopStepsId steps = m_program.loopsBefore(m_graph.state(thread));
  const RoundsId before = events.empty() ? RoundsId() : m_rounds[events.back().value()];
  return steps.valid() ? m_loopRounds.after(before, steps, m_program.loopSteps(steps)) : before;
}

// A round without reads does not count as the one that is too much: it is the program that decides how many there are.
const LoopRounds::Count* ExplorationState::loopAtBound(ThreadId thread) {
  if (m_bound == 0)
    return nullptr;
  const RoundsId rounds = roundsOf(thread);
  const std::span<const EventId> events = m_graph.events(thread);
  for (const LoopRounds::Count& loop : m_loopRounds.of(rounds)) {
    if (loop.rounds <= m_bound)
      continue;
    for (std::size_t i = events.size(); i-- > 0;) {
      if (m_loopRounds.of(m_rounds[events[i].value()], loop.loop) + 1 != loop.rounds)
        break;
      if (const Label& label = *m_graph.event(events[i]).label;
          readsMemory(label.kind) || label.kind == LabelKind::Object)
        return &loop;
    }
  }
  return nullptr;
}

const Label* ExplorationState::learntLabel(ThreadId thread) {
  const StateId state = m_graph.state(thread);
  if (const Label* label = m_program.next(state)) {
    m_traits.noteNext(*label);
    return label;
  }
  const Result<Plan> path = m_planner.plan();
  if (!path) {
    if (!m_planner.isLost())
      fail(path.error());
    else if (m_traits.hasSections() && !m_traits.sectionsWait()) // no other side of what was decided can be told there
      fail({ErrorCode::Interrupted, "", "the solver gave up on the inputs of an execution"});
    return nullptr;
  }
  m_learnt++;
  const Result<Learnt> learnt = m_program.learn(path.value());
  if (!learnt) {
    fail(learnt.error());
    return nullptr;
  }
  if (learnt.value() == Learnt::Restart) {
    m_restart = true;
    return nullptr;
  }
  const Label* label = m_program.next(state);
  if (label)
    m_traits.noteNext(*label);
  else
    fail({ErrorCode::TargetFailed, m_program.threadName(thread),
          "a run brought to this place did not show what the thread does next"});
  return label;
}

bool ExplorationState::alone(ThreadId thread) const {
  for (std::uint32_t t = 0; t < m_graph.threadCount(); t++)
    if (ThreadId(t) != thread && m_graph.created(ThreadId(t)))
      return false;
  return true;
}

bool ExplorationState::wouldFail(ThreadId thread, const Label& label) {
  if (!readsMemory(label.kind))
    return false;
  const EventId newest = m_graph.lastWrite(label.location);
  const Observation seen{m_steps.valueFrom(newest, label), false, m_steps.lifeFrom(newest, label)};
  if (label.kind != LabelKind::Read) {
    const ExprId stores = m_steps.storesFrom(newest, label);
    if (!pool().isConstant(stores) || pool().constantBits(stores) != 0)
      return false;
  }
  const StateId after = m_program.advance(m_graph.state(thread), seen);
  if (!m_program.next(after)) {
    const Mark before = mark();
    add(thread, label, {.source = newest});
    const Label* then = nextLabel(thread);
    undoTo(before);
    if (!then)
      return false;
  }
  return m_program.next(after)->kind == LabelKind::AwaitFailed;
}

// A barrier whose order matters after all is ordered from the next restart on: see ProgramTraits::isUnordered.
void ExplorationState::noteOperation(ThreadId thread, const Label& label, const Placement& place) {
  m_traits.noteOperation(label, place);
  if (!place.ordered && label.operation != ObjectOp::BarrierPass && m_steps.needsOrder(thread, label)) {
    m_traits.noteOrdered(label.object);
    m_restart = true;
  }
}

EventId ExplorationState::add(ThreadId thread, const Label& label, const Choice& choice) {
  const bool isOperation = label.kind == LabelKind::Object;
  const Placement place = m_steps.place(thread, label, choice, !isOperation || !m_traits.isUnordered(label));
  if (isOperation)
    noteOperation(thread, label, place);
  const StateId before = m_graph.state(thread);
  const StateId after = isTerminal(label.kind) ? before : m_program.advance(before, place.seen);
  const RoundsId rounds = roundsOf(thread);
  const EventId id = m_graph.append(thread, label, after, place);
  m_rounds.resize(std::max<std::size_t>(m_rounds.size(), id.value() + 1));
  m_rounds[id.value()] = rounds;
  if (isMemory(label.kind) && m_relied.contains(label.location) && !isAfterAllOthers(m_graph, id, label.location)) {
    m_traits.noteContended(label.location);
    m_restart = true;
  }
  m_model.appended(m_graph, id);
  return id;
}

} // namespace revisit
