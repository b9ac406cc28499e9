#include "explore/schedules/sampling.h"

#include "explore/ledger.h"
#include "explore/schedules/schedule_walk.h"

#include <algorithm>
#include <random>

#include <fmt/format.h>

namespace revisit {

namespace {

class Sampler : public Explorer {
public:
  Sampler(Program& program, MemoryModel& model, Solver& solver, const ExploreOptions& options)
      : m_state(program, model, solver, options.unroll), m_walk(m_state, Rounds::Whole), m_ledger(options),
        m_random(options.seed) {
    m_state.permit(options);
  }

  Result<Exploration> run() final {
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
  const Exploration& progress() const final { return m_ledger.exploration(); }

protected:
  // A new execution begins.
  virtual void began() {}
  // Chooses which of these takes the next turn, as an index. Called for each turn, even when there is only one thread.
  virtual std::size_t pick(std::span<const Turn> able) { return random(able.size()); }
  // The execution was counted.
  virtual void finished() {}
  // Describes what this number of executions covered: the reason why the result is incomplete.
  virtual std::string covered(std::uint64_t executions) const {
    return fmt::format("sampled only: {} random schedule{}", executions, executions == 1 ? "" : "s");
  }

  std::size_t random(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(m_random); }
  std::uint64_t randomBits() { return m_random(); }

private:
  void record(const Action& action) { tell(m_recorder, action, m_state.graph()); }

  // Runs one execution to its end. False: a limit, a failure or a restart.
  bool walk() {
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

  Choice choose(ThreadId thread, const Label& label) {
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

  Way randomSide(const Label& label, StepContext& step, EventId source) {
    const bool isDecided = isMemory(label.kind)
                               ? !label.weak && m_state.pool().isConstant(m_state.steps().storesFrom(source, label))
                               : label.kind == LabelKind::Assume && step.dropsFalseAssumption();
    if (isDecided)
      return firstWay(label, step).way;
    const Way wish{.taken = random(2) == 0};
    return isPossible(label, step, wish) == Sat::Yes ? wish : Way{.taken = !wish.taken};
  }

  Way randomNumber(const Label& label, StepContext& step) {
    std::uniform_int_distribution<std::uint64_t> numbers(0, largestNumber(m_state.pool(), label.value.expr));
    for (const Way& from : {Way{.number = numbers(m_random)}, Way::first()})
      if (const FoundWay found = firstWay(label, step, from); found.sat == Sat::Yes)
        return found.way;
    m_state.planner().noteUnknown();
    return {};
  }

  ExplorationState m_state;
  ScheduleWalk m_walk;
  ExplorationLedger m_ledger;
  std::mt19937_64 m_random;
};

class PctSampler final : public Sampler {
public:
  PctSampler(Program& program, MemoryModel& model, Solver& solver, const ExploreOptions& options)
      : Sampler(program, model, solver, options), m_changes(options.depth - 1) {}

private:
  // A thread's priority. Threads whose priority was not changed have one from the upper half of the range.
  static constexpr std::uint64_t unchanged = std::uint64_t{1} << 63;

  void began() override {
    m_steps = 0;
    m_priorities.clear();
    for (std::uint64_t& step : m_changes)
      step = m_mostSteps == 0 ? 0 : 1 + random(m_mostSteps);
  }

  std::string covered(std::uint64_t executions) const override {
    const std::size_t depth = m_changes.size() + 1;
    double oneIn = static_cast<double>(m_threads);
    for (std::size_t i = 0; i < m_changes.size(); i++)
      oneIn *= static_cast<double>(m_mostSteps);
    return fmt::format(
        "sampled only: {} schedules with depth {}; with {} threads and {} steps, each shows a given bug of "
        "that depth with a probability of at least 1 in {:.0f}",
        executions, depth, m_threads, m_mostSteps, oneIn);
  }

  void finished() override { m_mostSteps = std::max(m_mostSteps, m_steps); }

  std::size_t pick(std::span<const Turn> able) override {
    m_steps++;
    m_threads = std::max(m_threads, able.back().thread.value() + 1);
    std::size_t best = highest(able);
    for (std::size_t i = 0; i < m_changes.size(); i++)
      if (m_changes[i] == m_steps) {
        priority(able[best].thread) = i;
        best = highest(able);
      }
    return best;
  }

  std::size_t highest(std::span<const Turn> able) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < able.size(); i++)
      if (priority(able[i].thread) > priority(able[best].thread))
        best = i;
    return best;
  }

  // Drawn when the thread first appears: so every order of the threads is equally likely, whatever their number.
  std::uint64_t& priority(ThreadId thread) {
    while (m_priorities.size() <= thread.value())
      m_priorities.push_back(unchanged | randomBits());
    return m_priorities[thread.value()];
  }

  std::uint64_t m_steps = 0;               // of this execution
  std::uint64_t m_mostSteps = 0;           // of any execution so far
  std::uint32_t m_threads = 0;             // the largest number so far
  std::vector<std::uint64_t> m_changes;    // the steps before which priorities change; 0: never
  std::vector<std::uint64_t> m_priorities; // by thread
};

} // namespace

std::unique_ptr<Explorer> makeRandomSampler(Program& program, MemoryModel& model, Solver& solver,
                                            ExploreOptions options) {
  return std::make_unique<Sampler>(program, model, solver, options);
}

std::unique_ptr<Explorer> makePctSampler(Program& program, MemoryModel& model, Solver& solver, ExploreOptions options) {
  return std::make_unique<PctSampler>(program, model, solver, options);
}

} // namespace revisit
