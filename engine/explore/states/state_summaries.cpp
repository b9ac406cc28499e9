#include "explore/states/state_summaries.h"

#include "explore/findings/ending.h"
#include "explore/states/state_findings.h"
#include "program/value_ops.h"

#include <algorithm>

namespace revisit {

namespace {

// Whether the steps leave memory as it is, whatever it contains.
bool changeNothing(std::span<const PassedStep> steps) {
  return std::ranges::all_of(steps, [](const PassedStep& step) {
    return !isMemory(step.label->kind) || step.label->kind == LabelKind::Read ||
           (mayOnlyRead(*step.label) && !step.way.taken);
  });
}

} // namespace

StateSummaries::Safe& StateSummaries::safeIn(StateIndex state) {
  if (m_safe.size() < m_context.states.size())
    m_safe.resize(m_context.states.size(), {0, m_predicates.never(), m_predicates.never()});
  return m_safe[state.value()];
}

void StateSummaries::opened(bool isWhole) {
  m_premises.resize(std::max(m_premises.size(), m_stack.depth()));
  top() = {.holds = isWhole ? m_predicates.always() : m_predicates.never()};
}

void StateSummaries::beginStep() {
  top().label = &m_control.label(m_stack.top().thread);
  top().ofStep = {};
}

// Where nothing can fail from the present state on, to which a way has led. Nobody knows yet what follows a state on
// the stack, unless the way has changed nothing.
PredicateId StateSummaries::safeAfter(StateIndex to) {
  if (to == m_stack.top().state) {
    if (!changeNothing(top().passed))
      return m_predicates.never();
    return m_control.name() == m_stack.top().mark.control.name ? m_predicates.always()
                                                               : m_summaries->onlyWithValues(m_predicates.always());
  }
  if (!to.valid() || m_context.states[to].isOpen || m_context.states[to].isDead)
    return m_predicates.never();
  const Safe& safe = safeIn(to);
  return safe.control == m_control.name() ? safe.holds : m_summaries->onlyWithValues(safe.withValues);
}

void StateSummaries::noteWay(StateIndex to) {
  const PredicateId before = m_summaries->before(top().passed, safeAfter(to));
  top().ofStep = m_summaries->together(*top().label, top().ofStep, before);
}

bool StateSummaries::passesOmitted() {
  return std::ranges::any_of(top().passed, [&](const PassedStep& step) { return m_slice.omits(*step.label); });
}

void StateSummaries::endStep() {
  const PredicateId ways = top().ofStep.valid() ? top().ofStep : m_predicates.never();
  top().holds = m_predicates.both(top().holds, m_summaries->ofAllWays(*top().label, ways));
}

std::optional<Summaries::Known> StateSummaries::find() {
  std::optional<Summaries::Known> known = m_summaries->find(m_context.actions, m_sleep.asleep());
  if (!known)
    known = nothingLeftToFail();
  if (known)
    safeIn(m_stack.top().state) = {m_control.name(), known->predicate, known->withValues};
  return known;
}

void StateSummaries::close(bool isEnd) {
  const Frame& frame = m_stack.top();
  PredicateId holds = frame.isCut || m_context.states[frame.state].isDead ? m_predicates.never() : top().holds;
  if (isEnd)
    holds = m_predicates.both(holds, holdsAtEnd());
  holds = m_predicates.both(holds, holdsWithoutRaces());
  holds = withoutLaterInputs(holds);
  const PredicateId withValues = m_summaries->withValues(holds);
  safeIn(frame.state) = {m_control.name(), holds, withValues};
  m_summaries->add({holds, withValues, frame.later, m_sleep.asleep()});
}

void StateSummaries::count(StateSpace& space) const {
  space.bytes += m_summaries->bytes() + m_safe.capacity() * sizeof(Safe);
  space.summaries = m_summaries->count();
  space.conditions = m_summaries->conditions();
  space.predicates = m_predicates.count();
}

// Inputs of which the path condition says nothing were most likely not read yet.
PredicateId StateSummaries::withoutLaterInputs(PredicateId holds) {
  const std::vector<ExprId>& known = m_context.conditions.conditions(m_product.condition());
  return m_predicates.forAll(holds, [&](SymbolId symbol) {
    return !m_control.valueOf(symbol).valid() && std::ranges::none_of(known, [&](ExprId condition) {
      return std::ranges::binary_search(m_context.program.pool().symbolsIn(condition), symbol);
    });
  });
}

// Every thread has ended or waits for ever. Where threads wait depends on the control alone, apart from failed rounds,
// whose steps are part of the premise.
PredicateId StateSummaries::holdsAtEnd() {
  PredicateId holds = m_predicates.always();
  std::uint64_t leaks = 0;
  bool waits = false, isBlocked = false;
  for (const ThreadId thread : m_product.createdThreads()) {
    const Label& label = m_control.label(thread);
    switch (endingOf(label.kind)) {
    case Ending::Error:
    case Ending::Cut:
    case Ending::Unsupported:
      return m_predicates.never();
    case Ending::Blocked:
      isBlocked = true;
      break;
    case Ending::Exit:
      if (const auto fails = statusIsNotZero(m_context.program.pool(), label.value);
          fails && m_context.judges(ErrorKind::ExitStatus))
        holds = m_predicates.both(holds, m_context.program.pool().bitNot(*fails));
      [[fallthrough]];
    case Ending::Returned:
      leaks += label.argument;
      break;
    case Ending::AwaitFailed:
    case Ending::None:
      waits = true;
      break;
    }
  }
  if (isBlocked)
    return holds; // neither a deadlock nor a leak is reported then
  return waits || (leaks != 0 && m_context.judges(ErrorKind::Leak)) ? m_predicates.never() : holds;
}

// Two threads stand at conflicting accesses that do not race, only because neither would store here; or a thread asks
// for a lock behind a writer, where more is looked at than the steps that were explored.
PredicateId StateSummaries::holdsWithoutRaces() {
  PredicateId holds = m_predicates.always();
  for (const ThreadId thread : m_product.createdThreads())
    for (const ThreadId second : m_product.createdThreads()) {
      if (thread == second)
        continue;
      const Label& mine = m_product.label(thread);
      if (isOperation(mine, ObjectOp::RwlockRead) && m_product.standsBefore(second, ObjectOp::RwlockWrite, mine.object))
        return m_predicates.never();
      if (thread > second || !StateFindings::conflict(m_context, mine, m_product.label(second)))
        continue;
      if (m_product.mayStore(mine) || m_product.mayStore(m_product.label(second)))
        return m_predicates.never();
      std::vector<ExprId> values; // on which it depends that neither stores
      m_control.addValues(thread, values);
      m_control.addValues(second, values);
      for (const ExprId value : values)
        holds = m_predicates.both(holds, value);
      const LocationId location = mine.location;
      const unsigned bytes = m_context.program.locationSize(location);
      holds = m_predicates.both(holds, equalValues(m_context.program.pool(), m_predicates.contentOf(location),
                                                   m_product.content(location).value, bytes));
    }
  return holds;
}

} // namespace revisit
