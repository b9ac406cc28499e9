// Summaries of the states that the search leaves, and the states that it leaves out because of them.
#include "explore/findings/ending.h"
#include "explore/states/state_search_internal.h"
#include "program/value_ops.h"

namespace revisit {

StateSearch::Safe& StateSearch::safeIn(StateIndex state) {
  if (m_safe.size() < m_states.size())
    m_safe.resize(m_states.size(), {0, m_summaries.predicates().never(), m_summaries.predicates().never()});
  return m_safe[state.value()];
}

// A thread is about to be explored from the state at the top of the stack.
void StateSearch::beginStep(ThreadId thread) {
  if (!m_options.summaries)
    return;
  Premise& premise = m_premises[m_depth - 1];
  premise.label = &m_control.label(thread);
  premise.ofStep = {};
}

// Whether the steps leave memory as it is, whatever it contains.
bool StateSearch::changesNothing(std::span<const PassedStep> steps) {
  return std::ranges::all_of(steps, [](const PassedStep& step) {
    return !isMemory(step.label->kind) || step.label->kind == LabelKind::Read ||
           (mayOnlyRead(*step.label) && !step.way.taken);
  });
}

// Where nothing can fail from the present state on, to which a step of this state on the stack has led. Nobody knows
// yet what follows a state on the stack, unless the step has changed nothing.
PredicateId StateSearch::safeAfter(std::size_t depth, StateIndex to) {
  Predicates& predicates = m_summaries.predicates();
  if (to == m_frames[depth].state) {
    if (!changesNothing(m_premises[depth].passed))
      return predicates.never();
    return m_control.name() == m_frames[depth].control.name ? predicates.always()
                                                            : m_summaries.onlyWithValues(predicates.always());
  }
  if (!to.valid() || m_states[to].isOpen || m_states[to].isDead)
    return predicates.never();
  const Safe& safe = safeIn(to);
  return safe.control == m_control.name() ? safe.holds : m_summaries.onlyWithValues(safe.withValues);
}

// A way of the present step of this state on the stack was explored. It has led to the other state, which is the
// present one; invalid: nowhere, or it is not followed.
void StateSearch::noteWay(std::size_t depth, StateIndex to) {
  if (!m_options.summaries)
    return;
  Premise& premise = m_premises[depth];
  const PredicateId before = m_summaries.before(premise.passed, safeAfter(depth, to));
  premise.ofStep = m_summaries.together(*premise.label, premise.ofStep, before);
}

// All ways of the present step of the state at the top of the stack were explored.
void StateSearch::endStep() {
  if (!m_options.summaries)
    return;
  Premise& premise = m_premises[m_depth - 1];
  Predicates& predicates = m_summaries.predicates();
  const PredicateId ways = premise.ofStep.valid() ? premise.ofStep : predicates.never();
  premise.holds = predicates.both(premise.holds, m_summaries.ofAllWays(*premise.label, ways));
}

// Whether a summary says that nothing can fail from the state at the top of the stack on, which was just reached. Then
// it is left, as if it had been explored.
bool StateSearch::leaveOut() {
  if (!m_options.summaries)
    return false;
  std::optional<Summaries::Known> known = m_summaries.find(m_actions, asleepIn(top()));
  if (!known)
    known = nothingLeftToFail();
  if (!known)
    return false;
  Frame& frame = top();
  frame.later = m_options.flaws.summaries.withoutLater ? 0 : known->later;
  safeIn(frame.state) = {m_control.name(), known->predicate, known->withValues};
  m_ledger.exploration().space->leftOut++;
  if (m_observer)
    record(SearchStepKind::LeftOut, frame, {}, {}, m_summaries.text(known->predicate));
  if (m_options.onLeftOut)
    m_options.onLeftOut(m_product);
  if (m_options.sources == StateSearchOptions::Sources::Eager)
    tellStack(frame.later);
  if (m_options.sources == StateSearchOptions::Sources::Persistent)
    noteRacesOf(frame.later);
  leave();
  return true;
}

// The state at the top of the stack was explored.
void StateSearch::summarise() {
  if (!m_options.summaries)
    return;
  const Frame& frame = top();
  const Premise& premise = m_premises[m_depth - 1];
  Predicates& predicates = m_summaries.predicates();
  PredicateId holds = frame.isCut || m_states[frame.state].isDead ? predicates.never() : premise.holds;
  if (isEnd(frame))
    holds = predicates.both(holds, holdsAtEnd());
  holds = predicates.both(holds, holdsWithoutRaces());
  holds = withoutLaterInputs(holds);
  const PredicateId withValues = m_summaries.withValues(holds);
  safeIn(frame.state) = {m_control.name(), holds, withValues};
  m_summaries.add({holds, withValues, frame.later, asleepIn(frame)});
}

// Inputs of which the path condition says nothing were most likely not read yet.
PredicateId StateSearch::withoutLaterInputs(PredicateId holds) {
  const std::vector<ExprId>& known = m_conditions.conditions(m_product.condition());
  return m_summaries.predicates().forAll(holds, [&](SymbolId symbol) {
    return !m_control.valueOf(symbol).valid() && std::ranges::none_of(known, [&](ExprId condition) {
      return std::ranges::binary_search(m_program.pool().symbolsIn(condition), symbol);
    });
  });
}

// Every thread has ended or waits for ever. Where threads wait depends on the control alone, apart from failed rounds,
// whose steps are part of the premise.
PredicateId StateSearch::holdsAtEnd() {
  Predicates& predicates = m_summaries.predicates();
  if (m_options.flaws.summaries.endsHold)
    return predicates.always();
  const ErrorPolicy& policy = m_ledger.options().errors;
  const bool seesLeaks = policy.of(ErrorKind::Leak) != Treatment::Ignored;
  PredicateId holds = predicates.always();
  std::uint64_t leaks = 0;
  bool waits = false, isBlocked = false;
  for (std::uint32_t t = 0; t < m_product.threadCount(); t++) {
    if (!m_product.created(ThreadId(t)))
      continue;
    const Label& label = m_control.label(ThreadId(t));
    switch (label.kind) {
    case LabelKind::Error:
    case LabelKind::Cut:
    case LabelKind::Unsupported:
      return predicates.never();
    case LabelKind::Blocked:
      isBlocked = true;
      break;
    case LabelKind::Exit:
      if (const auto fails = statusIsNotZero(m_program.pool(), label.value);
          fails && policy.of(ErrorKind::ExitStatus) != Treatment::Ignored)
        holds = predicates.both(holds, m_program.pool().bitNot(*fails));
      [[fallthrough]];
    case LabelKind::End:
      leaks += label.argument;
      break;
    case LabelKind::Read:
    case LabelKind::Write:
    case LabelKind::Rmw:
    case LabelKind::Cas:
    case LabelKind::Fence:
    case LabelKind::Object:
    case LabelKind::Create:
    case LabelKind::Join:
    case LabelKind::Constraint:
    case LabelKind::Assume:
    case LabelKind::Enumerate:
    case LabelKind::AwaitFailed:
      waits = true;
      break;
    }
  }
  if (isBlocked)
    return holds; // neither a deadlock nor a leak is reported then
  return waits || (seesLeaks && leaks != 0) ? predicates.never() : holds;
}

// Two threads stand at conflicting accesses that do not race, only because neither would store here; or a thread asks
// for a lock behind a writer, where more is looked at than the steps that were explored.
PredicateId StateSearch::holdsWithoutRaces() {
  Predicates& predicates = m_summaries.predicates();
  PredicateId holds = predicates.always();
  for (std::uint32_t one = 0; one < m_product.threadCount(); one++)
    for (std::uint32_t other = 0; other < m_product.threadCount(); other++) {
      const ThreadId thread(one), second(other);
      if (one == other || !m_product.created(thread) || !m_product.created(second))
        continue;
      const Label& mine = m_product.label(thread);
      if (mine.kind == LabelKind::Object && mine.operation == ObjectOp::RwlockRead &&
          m_product.standsBefore(second, ObjectOp::RwlockWrite, mine.object))
        return predicates.never();
      if (one > other || !conflict(mine, m_product.label(second)))
        continue;
      if (m_product.mayStore(mine) || m_product.mayStore(m_product.label(second)))
        return predicates.never();
      std::vector<ExprId> values; // on which it depends that neither stores
      m_control.addValues(thread, values);
      m_control.addValues(second, values);
      for (const ExprId value : values)
        holds = predicates.both(holds, value);
      const LocationId location = mine.location;
      const unsigned bytes = m_program.locationSize(location);
      holds = predicates.both(holds, equalValues(m_program.pool(), predicates.contentOf(location),
                                                 m_product.content(location).value, bytes));
    }
  return holds;
}

} // namespace revisit
