#include "explore/schedules/sampler.h"

namespace revisit {

Sampler::Sampler(Program& program, MemoryModel& model, Solver& solver, const ExploreOptions& options)
    : m_state(program, model, solver, options.unroll), m_walk(m_state, Rounds::Whole), m_ledger(options),
      m_random(options.seed) {
  m_state.permit(options);
}

Result<Exploration> Sampler::run() {
  bool more = true;
  while (more && !m_state.failure()) {
    m_state.reset();
    record({.kind = ActionKind::Began});
    began();
    const bool isFinished = walk();
    const std::uint64_t before = m_ledger.exploration().counts.total();
    more = isFinished && m_ledger.finish(m_state, m_onExecution, m_recorder);
    if (m_state.needsRestart()) {
      m_ledger.restart(m_state.graph(), m_recorder, m_onRestart);
      more = true;
      continue;
    }
    if (m_ledger.exploration().counts.total() != before)
      finished();
  }
  if (m_ledger.hasFailed(m_state))
    return *m_state.failure();
  m_ledger.note(IncompleteReason::Kind::Sampling, covered(m_ledger.exploration().counts.total()));
  return m_ledger.conclude(m_state);
}

// Runs one execution to its end. False: a limit, a failure or a restart.
bool Sampler::walk() {
  std::vector<Turn> able;
  while (true) {
    if (m_ledger.limitReached() || !m_walk.turns(able))
      return false;
    if (able.empty())
      return true;
    const Turn turn = able[isScheduled(able.front().label->kind) ? pick(able) : 0];
    m_ledger.exploration().work.eventsAdded++;
    const EventId event = m_state.add(turn.thread, *turn.label, choose(turn.thread, *turn.label));
    record({.kind = ActionKind::Added, .thread = turn.thread, .event = event});
  }
}

Choice Sampler::choose(ThreadId thread, const Label& label) {
  Choice choice = m_walk.newest(label);
  if (const ExprId stores = mayOnlyRead(label) ? m_state.steps().storesFrom(choice.source, label) : ExprId();
      stores.valid() && m_state.pool().isConstant(stores) && !label.weak)
    choice.taken = m_state.pool().constantBits(stores) != 0;
  else if (stores.valid())
    choice.taken = randomSide([&](bool side) { return m_state.canStore(thread, label, choice.source, side); });
  else if (label.kind == LabelKind::Constraint || label.kind == LabelKind::Assume)
    choice.taken = label.kind == LabelKind::Assume && m_state.alone(thread)
                       ? m_state.planner().canBe(label.value.expr, true) == Sat::Yes
                       : randomSide([&](bool side) { return m_state.planner().canBe(label.value.expr, side); });
  else if (label.kind == LabelKind::Object)
    choice.outcome = static_cast<std::uint32_t>(random(m_walk.outcomes(thread, label)));
  else if (label.kind == LabelKind::Enumerate)
    choice.number = randomNumber(label.value.expr);
  return choice;
}

bool Sampler::randomSide(const std::function<Sat(bool)>& canBe) {
  const bool wish = random(2) == 0;
  return canBe(wish) == Sat::Yes ? wish : !wish;
}

std::uint64_t Sampler::randomNumber(ExprId expr) {
  const std::uint64_t start = std::uniform_int_distribution<std::uint64_t>(0, m_state.planner().widest(expr))(m_random);
  for (const std::uint64_t atLeast : {start, std::uint64_t{0}})
    if (const SmallestValue found = m_state.planner().smallest(expr, atLeast); found.sat == Sat::Yes && found.value)
      return *found.value;
  m_state.planner().noteUnknown();
  return 0;
}

} // namespace revisit
