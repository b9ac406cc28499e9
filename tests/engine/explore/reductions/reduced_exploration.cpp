#include "reduced_exploration.h"

#include "execution_endings.h"
#include "explore/condpor/condpor.h"
#include "explore/exploration_state.h"
#include "explore/reductions/free_accesses.h"
#include "explore/reductions/free_sections.h"
#include "explore/reductions/shared_operations.h"
#include "memory/sequential.h"
#include "scripted_program.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>

namespace revisit::test {

namespace {

using Op = Instruction::Op;

QuotientRules rulesOf(const Script& script, const Reductions& reductions) {
  QuotientRules rules;
  for (const std::vector<Instruction>& thread : script.threads)
    for (const Instruction& now : thread) {
      const bool mayShare = now.operation >= ObjectOp::RwlockInit && now.operation <= ObjectOp::OnceAbort;
      if (now.op == Op::Object && now.operation == ObjectOp::MutexLock &&
          hasFreeSections(reductions, ObjectId(now.object)))
        rules.freeMutexes.insert(now.object);
      if (now.op == Op::Object && mayShare && hasShared(reductions, ObjectId(now.object)))
        rules.sharedObjects.insert(now.object);
    }
  for (std::uint32_t i = 0; i < script.locationSizes.size(); i++) {
    if (isUnread(reductions, LocationId(i)))
      rules.freeLocations.insert(i);
    if (hasFreeUpdates(reductions, LocationId(i)))
      rules.freeUpdates.insert(i);
  }
  rules.areOrdered = [conflicts = reductions.facts.sections()](std::uint32_t mutex, QuotientRules::Section one,
                                                               QuotientRules::Section other) {
    return one == other || conflicts.has({ObjectId(mutex), {one.first, one.second}, {other.first, other.second}});
  };
  return rules;
}

// Names of places and threads in what is compared.
class Names {
public:
  Names(const Script& script, bool joinsEqualThreads) : m_joins(joinsEqualThreads), m_roots(rootsOf(script)) {}

  bool joinsEqualThreads() const { return m_joins; }
  std::uint32_t of(ThreadId thread) const { return m_joins ? m_roots[thread.value()] : thread.value(); }
  // As ScriptedProgram names positions. The place of a join of equal threads is that of the first one.
  std::uint32_t of(const Label& label) const {
    if (m_joins && label.kind == LabelKind::Join)
      return 1000000 + m_roots[label.child.value()];
    const std::uint32_t position = label.position.value();
    return of(ThreadId(position / 1000)) * 1000 + position % 1000;
  }

private:
  bool m_joins;
  std::vector<std::uint32_t> m_roots;
};

void noteErrors(const Execution& execution, const Names& names, ReducedExploration& found) {
  const ExecutionGraph& graph = execution.graph;
  for (const Race& race : execution.races) {
    const std::uint32_t first = names.of(*graph.event(race.first).label);
    const std::uint32_t second = names.of(*graph.event(race.second).label);
    found.races.insert(
        fmt::format("{} {} {}", static_cast<int>(race.kind), std::min(first, second), std::max(first, second)));
  }
  for (const EventId error : execution.errors)
    found.errors.insert(
        fmt::format("{} {}", static_cast<int>(graph.event(error).label->error), names.of(*graph.event(error).label)));
  for (const ReadBehindWriter& one : execution.behindWriters) {
    const Event& read = graph.event(one.read);
    found.behind.insert(fmt::format("{}.{}{}", names.of(read.thread), read.index, one.exits ? " stranded" : ""));
  }
  if (execution.standstill == Standstill::None)
    return;
  std::vector<std::uint32_t> waiting;
  for (const Waiting& one : execution.waiting)
    waiting.push_back(one.label ? names.of(*one.label) : 0);
  if (names.joinsEqualThreads())
    std::ranges::sort(waiting);
  found.errors.insert(fmt::format("{}: {}", static_cast<int>(execution.standstill), fmt::join(waiting, " ")));
}

void noteEqualThreads(const ExecutionGraph& graph, ReducedExploration& found) {
  for (std::uint32_t t = 0; t < graph.threadCount(); t++)
    if (const ThreadId thread(t); graph.created(thread) && graph.elder(thread).valid())
      found.equalThreads.emplace(graph.elder(thread).value(), t);
}

} // namespace

ReducedExploration exploreReduced(const Script& script, const ReducedOptions& reduced) {
  ExpressionPool pool;
  const std::unique_ptr<Solver> solver = makeSolver(pool);
  ScriptedProgram program(script, pool);
  SequentialConsistency model;
  ExploreOptions options;
  options.keepGoing = true;
  options.checkDuplicates = true;
  options.byItems = reduced.byItems;
  options.racesOfAllPlaces = true;
  options.equivalence = reduced.equivalence;
  options.maxExecutions = 100000;
  options.spuriousLimit = 0;
  options.errors.treat(ErrorKind::Deadlock, Treatment::Warning); // as in fuzz_test.cpp
  options.errors.treat(ErrorKind::Race, Treatment::Warning);     // the brute force finds no races
  const std::unique_ptr<Explorer> explorer = makeConDpor(program, model, *solver, options);
  const Names names(script, reduced.joinsEqualThreads);
  ReducedExploration found;
  const ExplorationState* state = nullptr;
  explorer->onExecution([&](const Execution& execution) {
    state = &execution.state;
    if (someRoundIsStale(execution.graph)) // of mutexes: dropped, see fuzz_test.cpp
      return;
    found.executions.push_back(quotientExecution(execution.graph));
    found.endings.emplace_back(endingName(execution.kind));
    found.identities.insert(identify(execution.graph));
    noteErrors(execution, names, found);
    noteEqualThreads(execution.graph, found);
  });
  explorer->onRestart([&] { found = {}; });
  const Result<Exploration> result = explorer->run();
  EXPECT_TRUE(result.ok()) << (result ? "" : result.error().what) << "\n" << scriptText(script);
  if (!result || !state)
    return found;
  found.rules = rulesOf(script, state->reductions());
  found.counts = result.value().counts;
  found.restarts = result.value().work.restarts;
  return found;
}

} // namespace revisit::test
