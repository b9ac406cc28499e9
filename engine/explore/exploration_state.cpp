#include "explore/exploration_state.h"

#include "explore/reductions/equal_threads.h"
#include "explore/reductions/free_accesses.h"
#include "explore/reductions/free_sections.h"
#include "explore/reductions/shared_operations.h"
#include "explore/spurious.h"
#include "explore/unordered_arrivals.h"
#include "program/choices.h"

namespace revisit {

ExplorationState::ExplorationState(Program& program, MemoryModel& model, Solver& solver, std::uint32_t unroll)
    : m_program(program), m_model(model), m_graph(program),
      m_steps(m_graph, program,
              model.isSequential() ? StepSemantics::Lifetimes::ByCoherence : StepSemantics::Lifetimes::ByCause),
      m_planner(m_graph, program, solver, model.isSequential() ? PlannedMemory::Newest : PlannedMemory::Told),
      m_endings(m_graph, program, m_facts, m_steps, unroll) {}

void ExplorationState::reset() {
  m_endings.reset();
  m_planner.graphChanged();
  m_graph.reset();
  m_graph.followConflicts(&m_facts.sections());
  m_model.reset();
  m_restart = false;
}

void ExplorationState::undoTo(const Mark& mark) {
  m_endings.undone();
  m_planner.graphChanged();
  m_model.undoTo(mark.model);
  m_graph.undoTo(mark.graph);
}

const Label* ExplorationState::nextLabel(ThreadId thread) {
  const Label* next = learntLabel(thread);
  next = next && learnDetours(thread) && learnBehindWait(thread, *next) ? orEnding(thread, next) : nullptr;
  if (!m_endings.needsRestart())
    return next;
  m_restart = true;
  return nullptr;
}

const Label* ExplorationState::knownLabel(ThreadId thread) {
  const Label* const next = m_program.next(m_graph.state(thread));
  return next && !m_endings.unknownDetour(thread) ? orEnding(thread, next) : nullptr;
}

const Label* ExplorationState::orEnding(ThreadId thread, const Label* next) {
  const Label* const ending = m_endings.after(thread);
  return ending ? ending : next;
}

// Learns, for each detour with which the thread's events may end, the next step without it. False: a failure or a
// restart.
bool ExplorationState::learnDetours(ThreadId thread) {
  while (const Detour* const unknown = m_restart ? nullptr : m_endings.unknownDetour(thread)) {
    const Detour detour = *unknown;
    const StateId without = m_endings.stateWithout(thread, detour);
    const std::vector<EventId> events(m_graph.events(thread).begin(), m_graph.events(thread).end());
    const std::span<const EventId> leftOut = std::span(events).subspan(detour.read);
    const EventId source = m_graph.event(events[detour.later]).rf;
    const Label& read = *m_graph.event(events[detour.read]).label;
    const Mark before = mark();
    m_graph.remove(leftOut);
    add(thread, read, {.source = source});
    const bool isLearnt = learntLabel(thread) != nullptr;
    undoTo(before);
    if (m_failure || m_restart)
      return false;
    if (!isLearnt) // the solver gave up
      m_endings.giveUp(without);
  }
  return true;
}

// Learns the step behind a lock that is possible, if that tells whether the thread could have done without the wait
// before it. False: a failure or a restart.
bool ExplorationState::learnBehindWait(ThreadId thread, const Label& lock) {
  if (m_restart || !m_endings.hasUnknownWait(thread) || !enabled(thread, lock))
    return true;
  const Mark before = mark();
  add(thread, lock, {});
  learntLabel(thread);
  undoTo(before);
  return !m_failure && !m_restart;
}

const Label* ExplorationState::learntLabel(ThreadId thread) {
  const StateId state = m_graph.state(thread);
  if (const Label* label = m_program.next(state))
    return noteNext(*label);
  if (m_restart) // what a step said may be wrong if it showed that the exploration has to begin again
    return nullptr;
  const Result<Plan> path = m_planner.plan();
  if (!path) {
    if (!m_planner.isLost())
      fail(path.error());
    else if (m_facts.has("sections") &&
             !m_facts.has("sections_wait")) // no other side of what was decided can be told there
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
  if (const Label* label = m_program.next(state))
    return noteNext(*label);
  if (m_program.distrustStates(thread))
    m_restart = true;
  else
    fail({ErrorCode::TargetFailed, m_program.names().threadName(thread),
          "a run brought to this place did not show what the thread does next"});
  return nullptr;
}

// Null: because of this step the exploration has to begin again.
const Label* ExplorationState::noteNext(const Label& label) {
  if (label.continuesSection)
    m_facts.note("sections");
  if (label.kind == LabelKind::Rmw && label.rmw == RmwOp::Insert)
    m_facts.note("stores_to_parts");
  if ((label.kind == LabelKind::Rmw && mayOnlyRead(label) && !label.unlessSame) || neverStores(label))
    m_facts.note("silent_updates");
  if (!noteLookUp(m_reductions, m_graph, label))
    return &label;
  m_restart = true;
  return nullptr;
}

bool ExplorationState::isFree(ThreadId thread, const Label& label) const {
  if (label.kind == LabelKind::Object)
    return hasShared(m_reductions, label) && isSharedIn(m_graph.objectState(label.object), thread, label);
  return (label.kind == LabelKind::Write && isUnread(m_reductions, label.location)) ||
         isFreeUpdate(m_reductions, label);
}

// Whether the thread's step has an order with the same step of its elder, which the thread has done the same as so far.
bool ExplorationState::isOrderedWithElder(ThreadId thread, const Label& label) {
  if (label.kind != LabelKind::Object)
    return !isFree(thread, label);
  if (isUnordered(m_facts, label) || hasShared(m_reductions, label))
    return false;
  const std::uint32_t section = sectionNumber(thread, label);
  if (section == 0)
    return true;
  const EventId lock = elderEvent(m_graph, thread);
  const std::uint32_t other =
      lock.valid() ? m_graph.event(lock).sectionNumber : sectionNumber(m_graph.elder(thread), label);
  return other != 0 && m_graph.areOrdered(label.object, section, other);
}

EventId ExplorationState::twin(ThreadId thread, const Label& label) {
  const EventId elder = elderEvent(m_graph, thread);
  if (!elder.valid() || !isOrderedWithElder(thread, label))
    return {};
  return m_graph.event(elder).sectionNumber != 0 ? unlockOf(m_graph, elder) : elder;
}

bool ExplorationState::waitsForElder(ThreadId thread, const Label& label) {
  return m_graph.isLikeElder(thread) && isOrderedWithElder(thread, label) && !twin(thread, label).valid();
}

bool ExplorationState::alone(ThreadId thread) const {
  return std::ranges::all_of(m_graph.createdThreads(), [&](ThreadId other) { return other == thread; });
}

bool ExplorationState::wouldFail(ThreadId thread, const Label& label) {
  if (!readsMemory(label.kind))
    return false;
  const EventId newest = m_graph.lastWrite(label.location);
  const Observation seen{m_steps.valueFrom(newest, label), false, m_steps.lifeFrom(newest, label)};
  if (!m_steps.surelyReads(newest, label))
    return false;
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

void ExplorationState::permit(const ExploreOptions& options) {
  m_spuriousLimit = options.spuriousLimit;
  m_faultLimit = options.faultLimit;
  m_triesAllSpurious = options.allSpurious;
  if (options.triesSpurious && !options.allSpurious)
    m_endings.watchSpurious(m_model.isSequential());
}

namespace {

// Whether the step asks for what may be short.
bool isFault(const Label& label) {
  return label.operation == ObjectOp::AskSystem && (label.argument & isChoice) == 0;
}

} // namespace

// Whether a call may fail because resources are short. The calls that have failed in a graph stay in all graphs that
// ConDpor makes of it, until it goes back: they are not maximal. So each execution with few of them is reached by
// graphs with no more.
bool ExplorationState::mayBeDenied() const {
  if (m_faultLimit == 0)
    return true;
  std::uint32_t denied = 0;
  for (const EventId id : m_graph.events())
    if (const Event& event = m_graph.event(id); event.label->kind == LabelKind::Object && isFault(*event.label))
      denied += event.outcome != 0 ? 1 : 0;
  return denied < m_faultLimit;
}

unsigned ExplorationState::outcomes(ThreadId thread, const Label& label, const ObjectEffect& effect) {
  if (isFault(label))
    return mayBeDenied() ? effect.outcomes : 1;
  const bool isLeftOut = effect.outcomes > 1 && isSpurious(label.argument, 1) && !mayBeSpurious(thread, label);
  return isLeftOut ? effect.outcomes - 1 : effect.outcomes;
}

Sat ExplorationState::canStore(ThreadId thread, const Label& label, EventId source, bool stores) {
  const ExprId condition = m_steps.storesFrom(source, label);
  if (stores || !label.weak || pool().isZero(condition))
    return m_planner.canBe(condition, stores);
  if (mayBeSpurious(thread, label, source))
    return Sat::Yes;
  return m_planner.canBe(condition, false);
}

// Whether it is to be tried that the thread's next step happens for no reason.
bool ExplorationState::mayBeSpurious(ThreadId thread, const Label& label, EventId source) {
  const bool isLeftOut = !m_triesAllSpurious && showsNothingIfSpurious(thread, label, source);
  if (isLeftOut || m_failure || m_restart)
    return false;
  if (m_spuriousLimit == 0 || spuriousSteps(m_graph, thread) < m_spuriousLimit)
    return true;
  m_withheldSpurious = true;
  return false;
}

// Adds the step, and the operations on mutexes that follow it as far as they are possible here, and takes them back.
// What the program does behind them is learnt, so that the answer depends on this graph and the facts alone: every
// worker has to leave out the same.
bool ExplorationState::showsNothingIfSpurious(ThreadId thread, const Label& label, EventId source) {
  constexpr unsigned maxStepsAhead = 8; // that are followed behind the step
  const StoresAgain storesAgain = m_model.isSequential() ? StoresAgain::LeftOut : StoresAgain::Kept;
  const Mark before = mark();
  const EventId step = add(thread, label, {.source = source, .way = {.outcome = 1}});
  bool showsNothing = false;
  for (unsigned ahead = 0; ahead <= maxStepsAhead; ahead++) {
    const Label* const next = learntLabel(thread);
    if (!next)
      break;
    showsNothing = revisit::showsNothing(m_graph, m_program, m_facts, step, storesAgain);
    if (showsNothing || (!takesMutex(*next) && !givesMutexBack(*next)) || !enabled(thread, *next))
      break;
    add(thread, *next, {});
  }
  undoTo(before);
  return showsNothing && !m_failure && !m_restart;
}

// A barrier whose order matters after all is ordered from the next restart on: see unordered_arrivals.h.
void ExplorationState::noteOperation(ThreadId thread, const Label& label, const Placement& place) {
  if (label.operation == ObjectOp::RwlockRead && place.object.count > 1)
    m_facts.note("reads_together");
  if (place.outcome != 0 && makesWay(label.operation))
    m_facts.note("made_way");
  if (!place.countsForIdentity && label.operation != ObjectOp::BarrierPass && m_steps.needsOrder(thread, label)) {
    m_facts.note("ordered", label.object);
    m_restart = true;
  }
}

void ExplorationState::noteStep(ThreadId thread, const Label& label, bool stores) {
  const Equivalence& on = m_reductions.on;
  if (on.objects && revisit::noteStep(m_reductions, m_graph, thread, label))
    m_restart = true;
  if (on.locations && noteUpdateStep(m_reductions, m_graph, thread, label))
    m_restart = true;
  if (on.locks && noteSectionStep(m_reductions, m_graph, thread, label, stores))
    m_restart = true;
  if (on.symmetry && noteEqualStep(m_facts, m_graph, m_program, thread, label))
    m_restart = true;
}

std::uint32_t ExplorationState::sectionNumber(ThreadId thread, const Label& label) {
  return revisit::sectionNumber(m_reductions, m_graph, thread, label);
}

EventId ExplorationState::add(ThreadId thread, const Label& label, const Choice& choice) {
  const bool isOperation = label.kind == LabelKind::Object;
  const bool free = !m_reductions.on.isFull() && isFree(thread, label);
  Placement place = m_steps.place(thread, label, choice, !isOperation || !isUnordered(m_facts, label),
                                  sectionNumber(thread, label), free);
  if (m_reductions.on.symmetry) {
    place.twin = twin(thread, label);
    place.elder = elderOf(m_facts, m_graph, thread, label);
  }
  if (isOperation)
    noteOperation(thread, label, place);
  if (!m_reductions.on.isFull())
    noteStep(thread, label, place.writes);
  const StateId before = m_graph.state(thread);
  const StateId after = isTerminal(label.kind) ? before : m_program.advance(before, place.seen);
  const EventId id = m_graph.append(thread, label, after, place);
  if (!m_endings.added(id))
    m_restart = true;
  m_model.appended(m_graph, id);
  return id;
}

} // namespace revisit
