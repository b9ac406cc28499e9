#include "explore/schedules/sampler.h"

#include <fmt/format.h>

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
  Choice choice = onNewest(m_state.graph(), label);
  GraphStep step = m_walk.step(thread, label);
  switch (differsIn(label)) {
  case Differs::Never:
    break;
  case Differs::Side:
    choice.way = randomSide(label, step, choice.source);
    break;
  case Differs::Number:
    choice.way = randomNumber(label, step);
    break;
  case Differs::Outcome:
    choice.way.outcome = static_cast<std::uint32_t>(random(step.outcomes()));
    break;
  }
  return choice;
}

Way Sampler::randomSide(const Label& label, StepContext& step, EventId source) {
  const bool isDecided = isMemory(label.kind)
                             ? !label.weak && m_state.pool().isConstant(m_state.steps().storesFrom(source, label))
                             : label.kind == LabelKind::Assume && step.dropsFalseAssumption();
  if (isDecided)
    return firstWay(label, step).way;
  const Way wish{.taken = random(2) == 0};
  return isPossible(label, step, wish) == Sat::Yes ? wish : Way{.taken = !wish.taken};
}

Way Sampler::randomNumber(const Label& label, StepContext& step) {
  std::uniform_int_distribution<std::uint64_t> numbers(0, largestNumber(m_state.pool(), label.value.expr));
  for (const Way& from : {Way{.number = numbers(m_random)}, Way::first()})
    if (const FoundWay found = firstWay(label, step, from); found.sat == Sat::Yes)
      return found.way;
  m_state.planner().noteUnknown();
  return {};
}

std::string Sampler::covered(std::uint64_t executions) const {
  return fmt::format("sampled only: {} random schedule{}", executions, executions == 1 ? "" : "s");
}

std::unique_ptr<Explorer> makeRandomSampler(Program& program, MemoryModel& model, Solver& solver,
                                            ExploreOptions options) {
  return std::make_unique<Sampler>(program, model, solver, options);
}

} // namespace revisit
