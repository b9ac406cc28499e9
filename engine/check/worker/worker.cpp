#include "check/worker/worker.h"

#include "check/worker/launch.h"
#include "check/worker/other_inputs.h"
#include "explore/condpor/condpor.h"
#include "explore/goal_guide.h"
#include "explore/schedules/forward_search.h"
#include "explore/schedules/preemption_bounded.h"
#include "explore/schedules/sampling.h"
#include "explore/states/state_search.h"
#include "memory/make_model.h"

#include <algorithm>
#include <new>

namespace revisit {

namespace {

StateSearchOptions searchOf(const CheckOptions& options) {
  StateSearchOptions search;
  const AlgorithmRow& row = rowOf(options.search.algorithm);
  search.safeSets = row.safeSets;
  search.sources = row.sources;
  search.stateless = exploresPaths(row.algorithm);
  search.sleepSets = options.search.sleepSets;
  search.summaries = options.search.summarises();
  search.symbolicEdges = options.search.readSymbols;
  search.slicing = options.search.slices();
  for (const std::uint32_t thread : options.search.order)
    search.order.push_back(ThreadId(thread));
  if (options.search.threadOrder == ThreadOrder::Reverse)
    for (std::uint32_t thread = maxThreadBits; thread-- > 0;)
      search.order.push_back(ThreadId(thread));
  search.randomOrder = options.search.threadOrder == ThreadOrder::Random;
  search.newRounds = options.bounds.roundsWithNewStates();
  return search;
}

} // namespace

Worker::Worker(const CheckOptions& options) : m_options(options), m_model(makeModel(options.search.model)) {
  beginTime(options.explore.timeoutSeconds);
  m_budget.setStopped([this] { return isCancelled(); });
}

NativeOptions Worker::nativeOptions() {
  NativeOptions native;
  native.unroll = m_options.bounds.unroll;
  native.leaveAllLoops = exploresStates(m_options.search.algorithm);
  native.allAccesses = m_options.search.allAccesses;
  native.weakMemory = m_options.search.model != ModelKind::Sc;
  native.blindUpdates =
      m_options.search.algorithm == Algorithm::ConDpor && !native.weakMemory && m_options.explore.equivalence.locations;
  native.reuseMemory = m_options.search.reuseMemory;
  native.recycleBlocks = m_options.search.recyclesBlocks();
  native.permitted = m_options.permitted();
  native.findFreshReads = m_options.findsFreshReads();
  native.osThreads = m_options.testing.osThreads;
  native.freshRuns = m_options.testing.freshRuns;
  native.calledAs = m_options.program.path;
  native.standardInput = m_options.program.standardInput;
  native.environment = m_options.program.environment;
  native.watchdogMs = m_options.bounds.watchdogMs;
  native.runTimeoutMs =
      m_options.bounds.watchdogMs == 0 ? 0 : std::max(native.runTimeoutMs, 6 * m_options.bounds.watchdogMs);
  native.recordLimit = m_options.bounds.runSteps + REVISIT_LAST_RECORDS;
  native.timeOuts = m_options.bounds.timeOuts;
  native.recursion = m_options.bounds.recursion;
  native.losesInputsIn = m_options.testing.losesInputsIn;
  native.budget = &m_budget;
  return native;
}

Status Worker::launch(const instrument::Image& image, const Knowledge* known) {
  NativeOptions native = nativeOptions();
  native.freshRuns |= known && known->facts.has("distrusts_runs");
  Result<std::unique_ptr<NativeOracle>> oracle =
      launchOracle(m_pool, image, m_options.program.copy.empty() ? m_options.program.path : m_options.program.copy,
                   m_options.program.arguments, native, m_options.search.summarises());
  if (!oracle)
    return oracle.error();
  m_oracle = std::move(*oracle);
  if (known) {
    if (const Status status = m_oracle->learn(known->memory); !status)
      return status;
    m_facts = factsFrom(*known, *m_oracle);
  }
  m_budget.setOthers([this] { return m_oracle->residentBytes(); });
  m_solver = makeSolver(m_pool, {.memoryMiB = m_options.bounds.memoryMiB, .budget = &m_budget});
  m_otherInputs = std::make_unique<SolvedInputs>(m_pool, *m_solver);
  m_cache = std::make_unique<BehaviourCache>(
      *m_oracle, m_pool,
      CacheOptions{.keep = m_options.testing.keepCache,
                   .merge = m_options.testing.merge,
                   .general = m_options.search.summarises(),
                   .otherInputs = m_options.testing.secondModel ? m_otherInputs.get() : nullptr});
  const auto unmerged = m_facts.of<ThreadId>("unmerged");
  m_cache->leaveUnmerged({unmerged.begin(), unmerged.end()});
  m_witnesses = std::make_unique<NativeWitnesses>(m_options, image.buildId(), *m_oracle, *m_cache);
  return Done{};
}

ExploreOptions Worker::begin(ExploreOptions explore) {
  explore.budget = &m_budget;
  if (m_explorer) { // the model has followed its graph
    m_explorer.reset();
    m_pieces = nullptr;
    m_model = makeModel(m_options.search.model);
  }
  return explore;
}

void Worker::prepare(ExploreOptions explore, Program& program) {
  explore = begin(std::move(explore));
  m_explorer = makeExplorer(explore, program);
}

void Worker::prepareExecutions(ExploreOptions explore) {
  explore = begin(std::move(explore));
  m_explorer = makeExecutionExplorer(explore, *m_cache);
}

std::unique_ptr<Explorer> Worker::makeExplorer(const ExploreOptions& explore, Program& program) {
  switch (rowOf(m_options.search.algorithm).explores) {
  case Explores::Samples:
    return m_options.search.algorithm == Algorithm::Pct ? makePctSampler(program, *m_model, *m_solver, explore)
                                                        : makeRandomSampler(program, *m_model, *m_solver, explore);
  case Explores::Schedules:
    return makePreemptionBounded(program, *m_model, *m_solver, explore);
  case Explores::States:
  case Explores::Paths:
    return makeStateSearch(program, *m_model, *m_solver, explore, searchOf(m_options));
  case Explores::Executions:
  case Explores::Several: // never a worker's own
    break;
  }
  return makeExecutionExplorer(explore, program);
}

std::unique_ptr<Explorer> Worker::makeExecutionExplorer(const ExploreOptions& explore, Program& program) {
  const auto makeComplete = [this, &program](const ExploreOptions& options) {
    std::unique_ptr<PieceExplorer> explorer = makeConDpor(program, *m_model, *m_solver, options);
    explorer->learn(m_facts);
    m_pieces = explorer.get();
    return explorer;
  };
  if (m_options.testing.forward && dynamic_cast<GoalGuide*>(explore.goal))
    return makeForwardFirst(program, makeModel(m_options.search.model), *m_solver, explore, makeComplete);
  return makeComplete(explore);
}

Result<Exploration> Worker::run(double seconds) {
  beginTime(seconds); // again: the launch does not count
  // Released to make room for the report; unused until then.
  auto kept = std::make_unique_for_overwrite<char[]>(4 << 20);
  try {
    return m_explorer->run();
  } catch (const std::bad_alloc&) {
    kept.reset();
    Exploration exploration = m_explorer->progress();
    exploration.incomplete.push_back({IncompleteReason::Kind::Memory, "there is no memory left", {}});
    return exploration;
  }
}

Result<Witness> Worker::makeWitness(const Execution& execution, const std::optional<Bug>& bug) {
  constexpr double grace = 1; // seconds
  m_budget.setGrace(grace);
  Result<Witness> witness = m_witnesses->make(execution, bug);
  m_budget.setGrace(0);
  return witness;
}

Result<Witness> Worker::makeWitness(const Execution& execution, const ShownGoal& goal) {
  constexpr double grace = 1; // seconds
  m_budget.setGrace(grace);
  Result<Witness> witness = m_witnesses->makeOfGoal(execution, goal);
  m_budget.setGrace(0);
  return witness;
}

Result<Witness> Worker::describeWitness(const Execution& execution, const Bug& bug) {
  constexpr double grace = 1.5; // seconds
  m_budget.setGrace(grace);
  Result<Witness> witness = m_witnesses->describe(execution, bug);
  m_budget.setGrace(0);
  return witness;
}

} // namespace revisit
