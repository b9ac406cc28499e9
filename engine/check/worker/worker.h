// One worker of a check: a running program and everything that explores it, from the expression pool to the explorer.
// Workers share nothing, so several can stand side by side. Thread rule: belongs to one thread.
#pragma once

#include "check/report/check_report.h"
#include "check/worker/knowledge.h"
#include "check/worker/native_witness.h"
#include "explore/pieces.h"
#include "instrument/image.h"

namespace revisit {

class Worker {
public:
  // Keeps the reference. The bounds on time and memory begin to count.
  explicit Worker(const CheckOptions& options);
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // Starts the program, whose image this is. Fails when it does not reach its main function; `budget` then tells
  // whether that was because of a bound. `known`: what other workers know of the program; may be null.
  Status launch(const instrument::Image& image, const Knowledge* known = nullptr);
  // Makes the explorer. `explore` without a budget, which is the worker's own. Requires that the program was launched,
  // as do all functions below.
  void prepare(ExploreOptions explore) { prepare(std::move(explore), *m_cache); }
  // The same for another program that stands on the cache() and asks it. What was explored before is void.
  void prepare(ExploreOptions explore, Program& program);
  // An explorer of all executions, whatever the algorithm of the options.
  void prepareExecutions(ExploreOptions explore);

  // Explores until everything was explored or a bound was reached. Running out of memory counts as such a bound: the
  // result contains what was explored until then. Requires that the worker is prepared.
  Result<Exploration> run() { return run(m_options.explore.timeoutSeconds); }
  // The same within this many seconds; 0: no bound.
  Result<Exploration> run(double seconds);
  Explorer& explorer() { return *m_explorer; }
  // The same explorer, for explorations in pieces. Only with the algorithm ConDpor.
  PieceExplorer& pieces() { return *m_pieces; }
  // The time bound begins now, with this many seconds; 0: there is none.
  void beginTime(double seconds) { m_budget.begin(seconds, m_options.bounds.memoryMiB << 20); }
  // Of a worker that explores in pieces.
  Knowledge knowledge() const { return knowledgeOf(*m_oracle, *m_cache, m_pieces->facts()); }

  // Whether the user has stopped the exploration.
  bool isCancelled() const { return m_options.isStopped(); }
  Budget& budget() { return m_budget; }
  Solver& solver() { return *m_solver; }
  const Solver& solver() const { return *m_solver; }
  NativeOracle& oracle() { return *m_oracle; }
  const NativeOracle& oracle() const { return *m_oracle; }
  BehaviourCache& cache() { return *m_cache; }
  const BehaviourCache& cache() const { return *m_cache; }

  // The program's own message about the error at this position.
  std::string messageAt(PositionId position) const { return m_oracle->errorMessage(position); }
  // The witness of an execution that this worker's explorer reports, and its error entry for a bug: see
  // NativeWitnesses. Witnesses are made even when a bound is reached in the meantime; that may take up to 1.5 seconds
  // more.
  Result<Witness> makeWitness(const Execution& execution, const std::optional<Bug>& bug);
  Result<Witness> makeWitness(const Execution& execution, const ShownGoal& goal);
  Result<Witness> describeWitness(const Execution& execution, const Bug& bug);
  WitnessError errorOf(const Execution& execution, const Bug& bug) const {
    return m_witnesses->errorOf(execution, bug);
  }

private:
  NativeOptions nativeOptions();
  ExploreOptions begin(ExploreOptions explore);
  std::unique_ptr<Explorer> makeExplorer(const ExploreOptions& explore, Program& program);
  std::unique_ptr<Explorer> makeExecutionExplorer(const ExploreOptions& explore, Program& program);

  const CheckOptions& m_options;
  Budget m_budget;
  ExpressionPool m_pool;
  std::unique_ptr<MemoryModel> m_model;
  std::unique_ptr<Solver> m_solver;
  std::unique_ptr<NativeOracle> m_oracle;
  std::unique_ptr<OtherInputs> m_otherInputs;
  std::unique_ptr<BehaviourCache> m_cache;
  std::unique_ptr<NativeWitnesses> m_witnesses;
  std::unique_ptr<Explorer> m_explorer;
  PieceExplorer* m_pieces = nullptr; // m_explorer, if it can explore in pieces
  Facts m_facts;                     // known from the beginning
};

} // namespace revisit
