#include "explore/schedules/sampler.h"

namespace revisit {

Sampler::Sampler(Program& program, MemoryModel& model, Solver& solver, const ExploreOptions& options)
    : m_visit(program, model, solver), m_walk(m_visit, Rounds::Whole), m_session(options), m_random(options.seed) {}

Result<Exploration> Sampler::run() {
  bool more = true;
  while (more && !m_visit.failure()) {
    m_visit.reset();
    record({.kind = ActionKind::Began});
    began();
    const bool isFinished = walk();
    const std::uint64_t before = m_session.exploration().counts.total();
    more = isFinished && m_session.finish(m_visit, m_onExecution, m_recorder);
    if (m_visit.needsRestart()) {
      m_session.restart(m_visit.graph(), m_recorder, m_onRestart);
      more = true;
      continue;
    }
    if (m_session.exploration().counts.total() != before)
      finished();
  }
  if (m_session.hasFailed(m_visit))
    return *m_visit.failure();
  m_session.note(IncompleteReason::Kind::Sampling, covered(m_session.exploration().counts.total()));
  return m_session.conclude(m_visit);
}

// Runs one execution to its end. False: a limit, a failure or a restart.
bool Sampler::walk() {
  std::vector<Turn> able;
  while (true) {
    if (m_session.limitReached() || !m_walk.turns(able))
      return false;
    if (able.empty())
      return true;
    const Turn turn = able[isScheduled(able.front().label->kind) ? pick(able) : 0];
    m_session.exploration().work.eventsAdded++;
    const EventId event = m_visit.add(turn.thread, *turn.label, choose(turn.thread, *turn.label));
    record({.kind = ActionKind::Added, .thread = turn.thread, .event = event});
  }
}

StepChoice Sampler::choose(ThreadId thread, const Label& label) {
  StepChoice choice = m_walk.newest(label);
  if (mayOnlyRead(label))
    choice.taken = randomSide(m_visit.storesFrom(choice.source, label));
  else if (label.kind == LabelKind::Constraint || label.kind == LabelKind::Assume)
    choice.taken = label.kind == LabelKind::Assume && m_visit.alone(thread) ? m_walk.canBe(label.value.expr, true)
                                                                            : randomSide(label.value.expr);
  else if (label.kind == LabelKind::Object)
    choice.outcome = static_cast<std::uint32_t>(random(m_walk.outcomes(thread, label)));
  else if (label.kind == LabelKind::Enumerate)
    choice.number = randomNumber(label.value.expr);
  return choice;
}

bool Sampler::randomSide(ExprId condition) {
  ExpressionPool& pool = m_visit.pool();
  if (pool.isConstant(condition))
    return pool.constantBits(condition) != 0;
  const bool wish = random(2) == 0;
  return m_walk.canBe(condition, wish) ? wish : !wish;
}

std::uint64_t Sampler::randomNumber(ExprId expr) {
  const std::uint64_t start = std::uniform_int_distribution<std::uint64_t>(0, m_visit.widest(expr))(m_random);
  for (const std::uint64_t atLeast : {start, std::uint64_t{0}})
    if (const SmallestValue found = m_visit.smallest(expr, atLeast); found.sat == Sat::Yes && found.value)
      return *found.value;
  m_visit.noteUnknown();
  return 0;
}

} // namespace revisit
