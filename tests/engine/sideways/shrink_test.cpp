// Smaller executions with the same ending against the brute force, on random programs: the fewest preemptions with
// which the ending appears at all, and then the fewest events. A failure prints the seed.
#include "brute_force.h"
#include "execution_text.h"
#include "fuzz_seeds.h"
#include "random_script.h"
#include "scripted_program.h"

#include "explore/ledger.h"
#include "explore/schedules/sampling.h"
#include "memory/sequential.h"
#include "sideways/sideways.h"
#include "sideways/smaller.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace revisit::test::shrink_test {
namespace {

constexpr std::size_t stateLimit = 20000;

std::string trimmed(std::string text) {
  while (!text.empty() && text.back() == '|')
    text.pop_back();
  return text;
}

std::size_t eventsIn(const std::string& text) {
  std::size_t count = 0;
  for (const std::vector<TextEvent>& thread : executionOf(text))
    count += thread.size();
  return count;
}

struct Least {
  unsigned preemptions = 0;
  std::size_t events = 0;
};

// By text of an execution: the fewest preemptions of its schedules. Nothing: the program is too large.
std::optional<std::map<std::string, unsigned>> boundsOf(const Script& script, std::size_t executions) {
  std::map<std::string, unsigned> bounds;
  for (unsigned bound = 0; bounds.size() < executions; bound++) {
    const BruteForceResult result = bruteForce(script, 10 * stateLimit, {.preemptions = bound});
    if (result.exceeded || bound > 40)
      return std::nullopt;
    for (const auto& [text, ending] : result.executions)
      bounds.try_emplace(trimmed(text), bound);
  }
  return bounds;
}

class Shrinking {
public:
  explicit Shrinking(const Script& script)
      : m_program(script, m_pool), m_solver(makeSolver(m_pool)), m_state(m_program, m_model, *m_solver),
        m_sideways(m_state) {
    m_state.permit(m_options);
  }

  // Goes to an execution with this ending that random sampling finds. False: it finds none.
  bool begin(ExecutionKind kind) {
    m_kind = kind;
    ExploreOptions options = m_options;
    options.maxExecutions = 60;
    std::optional<Past> past;
    SequentialConsistency model;
    const std::unique_ptr<Explorer> sampler = makeRandomSampler(m_program, model, *m_solver, options);
    sampler->onRestart([&] { past.reset(); });
    sampler->onExecution([&](const Execution& execution) {
      if (execution.kind == kind)
        past = Past(execution.graph);
    });
    return sampler->run().ok() && past && m_sideways.follow(followed(*past));
  }

  // The preemptions of the execution where one stands, in the order in which it was done again.
  std::size_t preemptions(std::string& text) {
    text = trimmed(canonicalText(m_state.graph()));
    m_preemptions = m_sideways.preemptions(orderOfAddition(m_state.graph()));
    EXPECT_EQ(trimmed(canonicalText(m_state.graph())), text);
    return m_preemptions.size();
  }

  // Leaves out preemptions. The number of those that are left, and the execution.
  std::size_t leaveOut(std::string& text) {
    const auto accepts = [&] {
      bool isSame = false;
      ExplorationLedger(m_options).finish(
          m_state, [&](const Execution& execution) { isSame = execution.kind == m_kind; }, nullptr);
      if (isSame)
        text = trimmed(canonicalText(m_state.graph()));
      return isSame;
    };
    return m_sideways.leaveOut(m_preemptions, accepts, [] { return false; }).size();
  }

  Result<Smallest> search(std::size_t preemptions, std::string& text) {
    SequentialConsistency model;
    const SmallerSearch search{.shows = [&](const Execution& execution) { return execution.kind == m_kind; },
                               .keep =
                                   [&](const Execution& execution) {
                                     text = trimmed(canonicalText(execution.graph));
                                     return true;
                                   },
                               .restarted = [] {}};
    return searchSmaller(m_program, model, *m_solver, m_options, {preemptions, 1000, 0}, search);
  }

  bool restarts() const { return m_state.needsRestart() || m_state.failure(); }

private:
  const ExploreOptions m_options{.keepGoing = true, .spuriousLimit = 0};
  ExpressionPool m_pool;
  ScriptedProgram m_program;
  SequentialConsistency m_model;
  std::unique_ptr<Solver> m_solver;
  ExplorationState m_state;
  Sideways m_sideways;
  ExecutionKind m_kind = ExecutionKind::Complete;
  std::vector<Preemption> m_preemptions;
};

struct Judged {
  std::size_t programs = 0, less = 0; // `less`: in which something could be left out
};

void judge(const Script& script, ExecutionKind kind, const BruteForceResult& all,
           const std::map<std::string, unsigned>& bounds, Judged& judged) {
  static constexpr const char* endings[] = {"complete", "erroneous", "deadlocked", "blocked", "cut"};
  std::optional<Least> least;
  for (const auto& [text, ending] : all.executions)
    if (ending == endings[static_cast<int>(kind)])
      if (const Least one{bounds.at(trimmed(text)), eventsIn(text)};
          !least || std::pair(one.preemptions, one.events) < std::pair(least->preemptions, least->events))
        least = one;
  Shrinking shrinking(script);
  if (!least || !shrinking.begin(kind))
    return;
  std::string text, left;
  const std::size_t before = shrinking.preemptions(text);
  ASSERT_TRUE(bounds.contains(text)) << text;
  EXPECT_GE(before, bounds.at(text)) << text;
  left = text;
  const std::size_t fewer = shrinking.leaveOut(left);
  if (shrinking.restarts())
    return;
  EXPECT_LE(fewer, before);
  EXPECT_GE(fewer, bounds.at(left)) << left;
  EXPECT_GE(fewer, least->preemptions);
  std::string smallest;
  const Result<Smallest> found = shrinking.search(before, smallest);
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found.value().size.preemptions, least->preemptions);
  EXPECT_EQ(eventsIn(smallest), least->events) << smallest;
  EXPECT_TRUE(found.value().hasFewestPreemptions && found.value().hasFewestEvents);
  judged.programs++;
  judged.less += fewer < before;
}

void fuzz(std::uint64_t firstSeed, std::uint64_t count, const RandomScriptOptions& options) {
  const FuzzSeeds seeds = fuzzSeeds(firstSeed, count, Sample::Whole); // few programs have errors
  Judged judged;
  seeds.forEach([&](std::uint64_t seed) {
    const Script script = randomScript(seed, options);
    const BruteForceResult all = bruteForce(script, stateLimit);
    if (all.exceeded || all.executions.empty() || all.executions.size() > 300)
      return;
    const std::optional<std::map<std::string, unsigned>> bounds = boundsOf(script, all.executions.size());
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, scriptText(script)));
    if (bounds)
      for (const ExecutionKind kind : {ExecutionKind::Erroneous, ExecutionKind::Deadlocked})
        judge(script, kind, all, *bounds, judged);
  });
  if (seeds.isChosen)
    return;
  fmt::print("{} programs, in {} of them preemptions could be left out\n", judged.programs, judged.less);
  EXPECT_GT(judged.programs, seeds.count / 10);
  EXPECT_GT(judged.less, judged.programs / 20);
}

} // namespace

TEST(ShrinkFuzz, Memory) {
  RandomScriptOptions options;
  options.symbols = options.objects = options.awaits = false;
  fuzz(1, 300, options);
}

TEST(ShrinkFuzz, Objects) {
  RandomScriptOptions options;
  options.symbols = options.awaits = false;
  fuzz(1000, 200, options);
}

TEST(ShrinkFuzz, WaitingLoops) {
  RandomScriptOptions options;
  options.symbols = false;
  fuzz(2000, 200, options);
}

TEST(ShrinkFuzz, Inputs) {
  RandomScriptOptions options;
  options.awaits = false;
  fuzz(3000, 200, options);
}

} // namespace revisit::test::shrink_test
