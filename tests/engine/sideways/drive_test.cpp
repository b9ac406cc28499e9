// Executions made by hand, on random programs: "until it makes a difference" takes no choice away. Every execution that
// could still be made before it can be made behind it, by all turns and all ways of each step. A failure prints the
// seed.
#include "brute_force.h"
#include "fuzz_seeds.h"
#include "random_script.h"
#include "scripted_program.h"

#include "memory/sequential.h"
#include "sideways/drive.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include <fmt/format.h>

namespace revisit::test::drive_test {
namespace {

constexpr std::size_t stateLimit = 3000;

class Driving {
public:
  explicit Driving(const Script& script)
      : m_program(script, m_pool), m_solver(makeSolver(m_pool)), m_state(m_program, m_model, *m_solver),
        m_drive(m_state) {
    m_state.permit({.spuriousLimit = 0});
  }

  // Drives to the end, with steps by seed where one stops. What is wrong; empty: nothing.
  std::string run(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    while (true) {
      const std::set<std::string> before = ends();
      const std::string place = canonicalText(m_state.graph());
      m_steps += m_drive.untilDifference();
      const std::set<std::string> after = ends();
      if (isStopped())
        return "";
      if (before != after)
        return fmt::format("{} executions before, {} after\nfrom {}\nto   {}\n", before.size(), after.size(), place,
                           canonicalText(m_state.graph()));
      const std::vector<std::pair<ThreadId, Choice>> steps = all();
      if (steps.empty())
        return "";
      m_stops++;
      m_idle += after.size() == 1;
      const auto& [thread, choice] = steps[random() % steps.size()];
      m_drive.step(thread, choice);
    }
  }

  bool isStopped() const { return m_isTooLarge || m_state.needsRestart() || m_state.failure(); }
  std::size_t steps() const { return m_steps; }
  std::size_t stops() const { return m_stops; }
  std::size_t idle() const { return m_idle; }

private:
  std::vector<std::pair<ThreadId, Choice>> all() {
    std::vector<std::pair<ThreadId, Choice>> steps;
    const std::vector<ThreadId> threads(m_state.graph().createdThreads().begin(),
                                        m_state.graph().createdThreads().end());
    for (const ThreadId thread : threads)
      for (const Choice& choice : m_drive.waysOf(thread))
        steps.emplace_back(thread, choice);
    return steps;
  }

  std::set<std::string> ends() {
    std::set<std::string> seen, found;
    collect(seen, found);
    return found;
  }

  void collect(std::set<std::string>& seen, std::set<std::string>& found) {
    const std::string text = canonicalText(m_state.graph());
    if (isStopped() || !seen.insert(text).second)
      return;
    m_isTooLarge |= seen.size() > stateLimit;
    const std::vector<std::pair<ThreadId, Choice>> steps = all();
    if (steps.empty())
      found.insert(text);
    for (const auto& [thread, choice] : steps) {
      m_drive.step(thread, choice);
      collect(seen, found);
      m_drive.undo();
    }
  }

  ExpressionPool m_pool;
  ScriptedProgram m_program;
  SequentialConsistency m_model;
  std::unique_ptr<Solver> m_solver;
  ExplorationState m_state;
  Drive m_drive;
  bool m_isTooLarge = false;
  std::size_t m_steps = 0, m_stops = 0, m_idle = 0;
};

// What is promised concerns programs in which values do not decide what is done.
bool hasJumps(const Script& script) {
  return std::ranges::any_of(script.threads, [](const std::vector<Instruction>& thread) {
    return std::ranges::find(thread, Instruction::Op::If, &Instruction::op) != thread.end();
  });
}

void fuzz(std::uint64_t firstSeed, std::uint64_t count, const RandomScriptOptions& options) {
  const FuzzSeeds seeds = fuzzSeeds(firstSeed, count);
  std::size_t judged = 0, steps = 0, stops = 0, idle = 0;
  seeds.forEach([&](std::uint64_t seed) {
    const Script script = randomScript(seed, options);
    if (hasJumps(script))
      return;
    Driving driving(script);
    const std::string wrong = driving.run(seed);
    EXPECT_EQ(wrong, "") << "seed " << seed << '\n' << scriptText(script);
    if (driving.isStopped())
      return;
    judged++;
    steps += driving.steps();
    stops += driving.stops();
    idle += driving.idle();
  });
  if (seeds.isChosen)
    return;
  fmt::print("{} programs, {} steps by itself, {} stops, {} of them where one execution was left\n", judged, steps,
             stops, idle);
  EXPECT_GT(judged, seeds.count / 16);
  EXPECT_GT(steps, stops / 4);
}

RandomScriptOptions straight() {
  RandomScriptOptions options;
  options.symbols = options.objects = options.awaits = options.terminals = options.attempts = false;
  options.maxSteps = 3;
  return options;
}

} // namespace

TEST(DriveFuzz, Memory) {
  fuzz(1, 600, straight());
}

TEST(DriveFuzz, Objects) {
  RandomScriptOptions options = straight();
  options.objects = true;
  fuzz(1000, 600, options);
}

// Also threads that wait for ever at the end of some look ahead.
TEST(DriveFuzz, RareObjects) {
  RandomScriptOptions options = straight();
  options.objects = options.rareObjects = true;
  fuzz(2000, 600, options);
}

} // namespace revisit::test::drive_test
