// Random sampling: executions one after the other, each a walk without backtracking, with random sides, numbers and
// outcomes. The thread that takes the next turn is random, too, unless a derived sampler decides it. Can find bugs that
// an exhaustive search does not reach in the time; never proves their absence. Thread rule: belongs to one worker.
#pragma once

#include "explore/ledger.h"
#include "explore/schedules/schedule_walk.h"

#include <memory>
#include <random>
#include <string>

namespace revisit {

class Sampler : public Explorer {
public:
  Sampler(Program& program, MemoryModel& model, Solver& solver, const ExploreOptions& options);

  Result<Exploration> run() final;
  const Exploration& progress() const final { return m_ledger.exploration(); }

protected:
  // A new execution begins.
  virtual void began() {}
  // Chooses which of these takes the next turn, as an index. Called for each turn, even when there is only one thread.
  virtual std::size_t pick(std::span<const Turn> able) { return random(able.size()); }
  // The execution was counted.
  virtual void finished() {}
  // Describes what this number of executions covered: the reason why the result is incomplete.
  virtual std::string covered(std::uint64_t executions) const;

  std::size_t random(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(m_random); }
  std::uint64_t randomBits() { return m_random(); }

private:
  void record(const Action& action) { tell(m_recorder, action, m_state.graph()); }
  bool walk();
  Choice choose(ThreadId thread, const Label& label);
  Way randomSide(const Label& label, StepContext& step, EventId source);
  Way randomNumber(const Label& label, StepContext& step);

  ExplorationState m_state;
  ScheduleWalk m_walk;
  ExplorationLedger m_ledger;
  std::mt19937_64 m_random;
};

// Requires that options.maxExecutions or options.timeoutSeconds is set: a sampler does not end by itself.
std::unique_ptr<Explorer> makeRandomSampler(Program& program, MemoryModel& model, Solver& solver,
                                            ExploreOptions options);

} // namespace revisit
