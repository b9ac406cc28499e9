// The log of a stateful search against the search itself and against a replay of its edges, for random scripts.
#include "fuzz_seeds.h"
#include "random_loops.h"
#include "random_script.h"

#include "explore/states/state_search.h"
#include "log/describe.h"
#include "log/exploration_recorder.h"
#include "log/state_step_text.h"
#include "memory/sequential.h"
#include "scripted_program.h"
#include "terms.h"

#include <gtest/gtest.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <map>
#include <set>

namespace revisit::test {

namespace {

using Sources = StateSearchOptions::Sources;

const std::vector<StateSearchOptions>& searches() {
  static const std::vector<StateSearchOptions> all = {{.safeSets = false, .sources = Sources::All},
                                                      {.safeSets = true, .sources = Sources::All},
                                                      {.safeSets = true, .sources = Sources::Eager},
                                                      {.safeSets = true, .sources = Sources::Lazy},
                                                      {.safeSets = false, .sources = Sources::Eager},
                                                      {.safeSets = false, .sources = Sources::Lazy},
                                                      {.safeSets = true, .sources = Sources::Races},
                                                      {.safeSets = true, .sources = Sources::Lazy, .randomOrder = true},
                                                      {.safeSets = true, .sources = Sources::Lazy, .summaries = true},
                                                      {.safeSets = true, .sources = Sources::All, .summaries = true}};
  return all;
}

Exploration explore(Program& program, const StateSearchOptions& search, std::uint64_t seed, Terms& terms,
                    Recorder* recorder) {
  SequentialConsistency model;
  ExploreOptions options;
  options.keepGoing = true;
  options.seed = seed;
  const std::unique_ptr<Explorer> explorer = makeStateSearch(program, model, *terms.solver, options, search);
  explorer->setRecorder(recorder);
  const Result<Exploration> result = explorer->run();
  EXPECT_TRUE(result.ok());
  return result.ok() ? result.value() : Exploration{};
}

std::string countsOf(const Exploration& exploration) {
  const ExplorationCounts& counts = exploration.counts;
  const StateSpace& space = *exploration.space;
  return fmt::format("{} states, {} steps, {} ends, depth {}; {} {} {} {} {}; {} reasons", space.states, space.steps,
                     space.ends, space.depth, counts.complete, counts.erroneous, counts.deadlocked, counts.blocked,
                     counts.cut, exploration.incomplete.size());
}

// Walks along the edges of the log, in a product of its own, and compares what it meets.
class Replay {
public:
  Replay(Program& program, Terms& terms, const StateLog& log)
      : m_program(program), m_conditions(terms.pool, *terms.solver), m_product(program, m_conditions), m_log(log) {
    m_product.reset();
    EXPECT_TRUE(m_product.resolve());
    for (const StateStep& step : log.steps(1, ~std::uint64_t{0}))
      if (isEdge(step.kind))
        follow(step);
      else if (step.kind == StateStepKind::Reopened)
        reopen(step);
    std::set<std::pair<VectorTable::Id, VectorTable::Id>> names;
    for (const ProductState::Name& name : m_names)
      names.insert({name.threads, name.memory});
    EXPECT_EQ(names.size(), m_names.size()); // no state was entered twice
    EXPECT_EQ(m_names.size(), log.stateCount());
  }

private:
  // A step that led nowhere may be tried once more.
  void reopen(const StateStep& step) {
    for (unsigned thread = 0; thread < maxThreadBits; thread++)
      if ((step.sets.done & bitOf(ThreadId(thread))) == 0)
        m_taken.erase({step.state, thread});
  }

  void follow(const StateStep& step) {
    const bool isFirst = step.from == noLogEntry;
    ASSERT_TRUE(isFirst ? m_names.empty() : step.from < m_names.size());
    if (!isFirst)
      m_product.load(m_names[step.from]);
    std::vector<Way> ways;
    for (std::size_t i = 0; i < step.actions.size(); i++) {
      const ThreadId thread(step.actions[i].thread);
      ASSERT_NE(m_product.able() & bitOf(thread), 0u);
      EXPECT_EQ(m_product.label(thread).kind, step.actions[i].shown->kind);
      m_product.ways(thread, ways);
      const std::size_t way = i == 0 && !isFirst ? m_taken[{step.from, step.actions[i].thread}]++ : 0;
      ASSERT_LT(way, ways.size());
      m_product.step(thread, Way(ways[way]));
      ASSERT_TRUE(m_product.resolve());
    }
    if (step.kind == StateStepKind::Entered) {
      ASSERT_EQ(step.state, m_names.size());
      m_names.push_back(m_product.name());
      compare(step);
    } else if (step.state != noLogEntry) {
      ASSERT_LT(step.state, m_names.size());
      EXPECT_EQ(m_product.name(), m_names[step.state]);
    }
  }

  void compare(const StateStep& step) {
    EXPECT_EQ(step.sets.able, m_product.able());
    const LoggedState state = m_log.states(step.state, 1).front();
    EXPECT_EQ(state.able, m_product.able());
    EXPECT_EQ(state.going, m_product.going());
    for (const StateAction& next : state.next)
      EXPECT_EQ(next.shown->kind, m_product.label(ThreadId(next.thread)).kind);
    std::map<std::string, std::string> values;
    for (const SharedValue& value : m_log.valuesIn(step.state))
      values[value.name] = value.value;
    for (std::uint32_t i = 0; i < m_product.locationsUsed(); i++) {
      const LocationId location(i);
      const Cell cell = m_product.content(location);
      EXPECT_EQ(values[m_program.names().locationName(location)],
                cell.life == MemoryLife::Over
                    ? "its life is over"
                    : valueText(m_program.pool(), cell.value, m_program.locationSize(location), nullptr));
    }
  }

  Program& m_program;
  PathConditions m_conditions;
  ProductState m_product;
  const StateLog& m_log;
  std::vector<ProductState::Name> m_names;
  std::map<std::pair<std::uint32_t, unsigned>, std::size_t> m_taken; // by state and thread: the ways that were taken
};

void checkEdges(const StateLog& log, const Exploration& exploration) {
  EXPECT_EQ(log.stateCount(), exploration.space->states);
  std::uint64_t steps = 0;
  std::map<std::uint32_t, ThreadBits> taken;
  std::set<std::uint64_t> executions;
  for (const StateStep& step : log.steps(1, ~std::uint64_t{0})) {
    steps += isEdge(step.kind) && step.from != noLogEntry && step.state != noLogEntry;
    if (isEdge(step.kind) && step.from != noLogEntry)
      taken[step.from] |= bitOf(ThreadId(step.actions.front().thread));
    if (step.kind == StateStepKind::Shown) {
      EXPECT_TRUE(executions.insert(step.execution).second);
    }
  }
  EXPECT_EQ(steps, exploration.space->steps);
  EXPECT_EQ(executions.size(), exploration.counts.total());
  std::uint64_t ends = 0, leftOut = 0;
  for (const LoggedState& state : log.states(0, noLogEntry)) {
    if (!exploration.incomplete.empty() && state.outcome == StateOutcome::Open)
      continue;
    EXPECT_NE(state.outcome, StateOutcome::Open);
    ends += state.outcome == StateOutcome::Ended;
    leftOut += state.outcome == StateOutcome::LeftOut;
    EXPECT_EQ(state.summary.empty(), state.outcome != StateOutcome::LeftOut);
    const ThreadBits pruned = state.sets.pruned();
    EXPECT_EQ(state.pruned(), state.outcome == StateOutcome::LeftOut ? 0 : pruned);
    EXPECT_EQ(taken[state.number] & pruned, 0u);
    EXPECT_EQ(taken[state.number] | pruned, state.able);
    EXPECT_EQ(state.sets.done & ~taken[state.number], 0u);
    EXPECT_EQ(state.sets.safe & ~state.able, 0u);
  }
  // A livelock is an end as well.
  for (const StateStep& step : log.steps(1, ~std::uint64_t{0}))
    ends += step.kind == StateStepKind::Livelock;
  EXPECT_EQ(ends, exploration.space->ends);
  EXPECT_EQ(leftOut, exploration.space->leftOut);
}

// Each thread of a set `current` is explained.
void checkGrowths(const StateLog& log) {
  std::map<std::pair<std::uint32_t, unsigned>, ThreadBits> grown;
  std::set<std::uint32_t> reopened;
  for (const StateStep& step : log.steps(1, ~std::uint64_t{0})) {
    for (const SourceGrowth& growth : step.growths) {
      EXPECT_FALSE(growth.action.empty());
      grown[{growth.state, growth.explored}] |= bitOf(ThreadId(growth.thread));
    }
    if (step.kind == StateStepKind::Reopened)
      reopened.insert(step.state);
    if (step.kind != StateStepKind::Judged)
      continue;
    for (const auto& [thread, threads] : step.sets.current) {
      const ThreadBits known = grown[{step.state, thread}] | bitOf(ThreadId(thread));
      EXPECT_EQ(threads & ~known, 0u);
      if (!reopened.contains(step.state)) {
        EXPECT_EQ(threads, known);
      }
    }
  }
}

void checkTexts(const StateLog& log) {
  const ThreadNames threads = log.threadNames();
  for (const StateStep& step : log.steps(1, ~std::uint64_t{0})) {
    const std::vector<LoggedState> state =
        step.state == noLogEntry ? std::vector<LoggedState>() : log.states(step.state, 1);
    const std::string text = stepText(step, threads, state.empty() ? nullptr : &state.front());
    EXPECT_FALSE(text.empty());
    EXPECT_EQ(text.find("  "), std::string::npos) << text;
    EXPECT_EQ(text.find("{}"), text.find("= {}") == std::string::npos ? std::string::npos : text.find("{}")) << text;
    EXPECT_TRUE(text.ends_with('.')) << text;
    EXPECT_EQ(stateStepJson(step, threads, nullptr, nullptr)["number"], step.number);
  }
}

void check(const Script& script, std::uint64_t seed, Terms& terms) {
  for (std::size_t i = 0; i < searches().size(); i++) {
    SCOPED_TRACE(fmt::format("search {}, seed {}\n{}", i, seed, scriptText(script)));
    ScriptedProgram plain(script, terms.pool), program(script, terms.pool);
    const Exploration unseen = explore(plain, searches()[i], seed, terms, nullptr);
    ExplorationRecorder recorder(program, {});
    const Exploration exploration = explore(program, searches()[i], seed, terms, &recorder);
    ASSERT_EQ(countsOf(exploration), countsOf(unseen));
    const std::shared_ptr<const StateLog> log = recorder.log()->states();
    ASSERT_TRUE(log);
    checkEdges(*log, exploration);
    checkGrowths(*log);
    checkTexts(*log);
    if (seed % 2 == 0)
      Replay(program, terms, *log);
    if (::testing::Test::HasFailure())
      return;
  }
}

void checkMany(std::uint64_t first, std::uint64_t count, const RandomScriptOptions& options) {
  Terms terms;
  fuzzSeeds(first, count).forEach([&](std::uint64_t seed) { check(randomScript(seed, options), seed, terms); });
}

} // namespace

TEST(StateLog, Objects) {
  RandomScriptOptions options;
  options.symbols = options.awaits = false;
  checkMany(800000, 120, options);
}

TEST(StateLog, WaitingLoops) {
  RandomScriptOptions options;
  options.symbols = false;
  checkMany(801000, 80, options);
}

TEST(StateLog, RoundsOfWaitingLoops) {
  RandomScriptOptions options;
  options.symbols = options.objects = options.terminals = options.mixedSizes = false;
  options.rounds = true;
  checkMany(802000, 30, options);
}

TEST(StateLog, AtomicSections) {
  RandomScriptOptions options;
  options.symbols = options.awaits = false;
  options.sections = true;
  checkMany(803000, 80, options);
}

TEST(StateLog, Inputs) {
  RandomScriptOptions options;
  options.objects = options.awaits = false;
  checkMany(804000, 40, options);
}

TEST(StateLog, LoopsThatMayNeverEnd) {
  Terms terms;
  fuzzSeeds(690000, 150).forEach([&](std::uint64_t seed) { check(randomLoops(seed), seed, terms); });
}

// Steps beyond the bound are counted; those that are kept can be read.
TEST(StateLog, ABoundedLogIsABeginning) {
  Terms terms;
  const Script script = randomLoops(690007);
  const StateSearchOptions search{};
  ScriptedProgram whole(script, terms.pool), cut(script, terms.pool);
  ExplorationRecorder all(whole, {}), few(cut, {.maxStates = 10});
  explore(whole, search, 1, terms, &all);
  explore(cut, search, 1, terms, &few);
  const StateLog &one = *all.log()->states(), &other = *few.log()->states();
  ASSERT_GT(one.stepCount(), 10u);
  EXPECT_EQ(one.stepsLeftOut(), 0u);
  EXPECT_EQ(other.stepCount(), 10u);
  EXPECT_GT(other.stepsLeftOut(), 0u);
  for (const StateStep& step : other.steps(1, 10))
    EXPECT_EQ(stepText(step, {}), stepText(one.steps(step.number, 1).front(), {}));
}

} // namespace revisit::test
