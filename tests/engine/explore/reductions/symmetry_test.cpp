// The reduction "symmetry": one execution of each orbit of the executions that the brute force finds.
#include "equal_script.h"
#include "fuzz_seeds.h"
#include "random_script.h"
#include "reduced_exploration.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace revisit::test::symmetry_test {

namespace {

using Op = Instruction::Op;

constexpr Equivalence full{}, symmetry{.symmetry = true};
constexpr Equivalence everything{.objects = true, .locations = true, .locks = true, .waits = true, .symmetry = true};

// Without what depends on the numbers of threads. A thread that waits to join has joined those that have ended up to
// the first one that has not. The outcome of a signal is the number of the thread that it wakes among those that wait.
QuotientExecution withoutNumbers(QuotientExecution execution) {
  for (std::vector<QuotientEvent>& thread : execution) {
    while (!thread.empty() && thread.back().kind == "Join")
      thread.pop_back();
    for (QuotientEvent& event : thread)
      if (event.isOperation && event.operation == ObjectOp::CondSignal)
        event.number = 0;
  }
  return execution;
}

bool hasSignals(const Script& script) {
  return std::ranges::any_of(script.threads, [](const std::vector<Instruction>& thread) {
    return std::ranges::any_of(
        thread, [](const Instruction& now) { return now.op == Op::Object && now.operation == ObjectOp::CondSignal; });
  });
}

// The same execution with its threads renamed: thread t is thread names[t] now.
QuotientExecution renamed(const QuotientExecution& execution, const std::vector<std::uint32_t>& names) {
  QuotientExecution result(std::max(execution.size(), names.size()));
  const auto rename = [&](Source& source) {
    if (source.thread >= 0 && static_cast<std::size_t>(source.thread) < names.size())
      source.thread = static_cast<int>(names[static_cast<std::size_t>(source.thread)]);
  };
  for (std::size_t t = 0; t < execution.size(); t++) {
    std::vector<QuotientEvent>& thread = result[t < names.size() ? names[t] : t];
    thread = execution[t];
    for (QuotientEvent& event : thread) {
      rename(event.source);
      rename(event.predecessor);
    }
  }
  return result;
}

// All ways to rename threads within groups of equal ones.
std::vector<std::vector<std::uint32_t>> renamings(std::size_t threads,
                                                  const std::set<std::pair<std::uint32_t, std::uint32_t>>& equal) {
  std::vector<std::uint32_t> names(threads);
  std::iota(names.begin(), names.end(), 0u);
  std::vector<std::uint32_t> group = names;  // by thread: the eldest
  for (const auto& [elder, younger] : equal) // elders come first
    group[younger] = group[elder];
  std::vector<std::vector<std::uint32_t>> all;
  std::vector<std::uint32_t> order = names;
  do {
    const auto staysInGroup = [&](std::uint32_t t) { return group[order[t]] == group[t]; };
    if (std::ranges::all_of(names, staysInGroup))
      all.push_back(order);
  } while (std::ranges::next_permutation(order).found);
  return all;
}

// Of each class of executions: its orbit, named by the least class in it.
class Orbits {
public:
  void join(const std::string& one, const std::string& other) {
    std::string a = of(one), b = of(other);
    if (b < a)
      std::swap(a, b);
    m_above[b] = a;
  }
  std::string of(const std::string& text) {
    std::string at = text;
    while (m_above.contains(at) && m_above.at(at) != at)
      at = m_above.at(at);
    return m_above[text] = at;
  }

private:
  std::map<std::string, std::string> m_above;
};

struct Seen {
  unsigned judged = 0, smaller = 0, deadlocked = 0, racy = 0, restarted = 0;
  std::uint64_t executions = 0, orbits = 0, surplus = 0;
};

// `isExact`: each orbit is found once. Otherwise other reductions make classes that are not the same for equal threads.
void judge(const Script& script, const Equivalence& equivalence, bool isExact, const std::string& where, Seen& seen) {
  BruteForceOptions options;
  options.keepEvents = true;
  const BruteForceResult all = bruteForce(script, 60000, options);
  if (all.exceeded || all.executions.empty())
    return;
  const ReducedExploration found = exploreReduced(script, {equivalence, false, true});
  const auto names = renamings(script.threads.size(), found.equalThreads);
  std::map<std::string, std::string> endings; // by class
  for (const auto& [text, events] : all.events)
    endings.emplace(quotientText(withoutNumbers(quotientExecution(events)), found.rules), all.outcomes.at(text));
  Orbits orbits;
  for (const auto& [text, events] : all.events) {
    const QuotientExecution execution = withoutNumbers(quotientExecution(events));
    const std::string own = quotientText(execution, found.rules);
    for (const std::vector<std::uint32_t>& one : names) {
      const std::string other = quotientText(renamed(execution, one), found.rules);
      ASSERT_TRUE(endings.contains(other)) << "renamed, no execution any more: " << other << "\n" << where;
      orbits.join(own, other);
    }
  }
  std::set<std::string> wanted, classes;
  for (const auto& [text, ending] : endings)
    wanted.insert(orbits.of(text));
  std::set<std::string> orbitsFound;
  for (const QuotientExecution& execution : found.executions) {
    const std::string text = quotientText(withoutNumbers(execution), found.rules);
    EXPECT_TRUE(endings.contains(text)) << "not real: " << text << "\nreal is " << endings.begin()->first << "\n"
                                        << where;
    classes.insert(text);
    orbitsFound.insert(orbits.of(text));
  }
  std::string missing;
  for (const std::string& orbit : wanted)
    if (!orbitsFound.contains(orbit))
      missing += fmt::format("missing ({}): {}\n", endings.at(orbit), orbit);
  EXPECT_TRUE(missing.empty()) << found.executions.size() << " executions, " << orbitsFound.size() << " of "
                               << wanted.size() << " orbits\n"
                               << missing.substr(0, 1500) << where;
  if (!hasSignals(script)) {
    EXPECT_EQ(found.counts.duplicate, found.executions.size() - classes.size()) << where;
  }
  if (isExact && !hasSignals(script)) {
    EXPECT_EQ(found.executions.size(), wanted.size()) << where;
  }

  const ReducedExploration unreduced = exploreReduced(script, {full, false, true});
  EXPECT_EQ(found.races, unreduced.races) << where;
  EXPECT_EQ(found.errors, unreduced.errors) << where;
  const ReducedExploration byItems = exploreReduced(script, {equivalence, true, true});
  EXPECT_EQ(found.identities, byItems.identities) << "work items; " << where;

  seen.judged++;
  seen.smaller += found.executions.size() < endings.size();
  seen.racy += !found.races.empty();
  seen.deadlocked += unreduced.counts.deadlocked > 0;
  seen.restarted += found.restarts > 0;
  seen.executions += all.executions.size();
  seen.orbits += wanted.size();
  seen.surplus += found.executions.size() - wanted.size();
}

Seen fuzz(std::uint64_t firstSeed, std::uint64_t count, const Equivalence& equivalence, bool isExact) {
  Seen seen;
  fuzzSeeds(firstSeed, count).forEach([&](std::uint64_t seed) {
    const Script script = equalScript(seed);
    judge(script, equivalence, isExact, fmt::format("seed {}\n{}", seed, scriptText(script)), seen);
  });
  for (const auto& [name, number] : {std::pair{"judged", std::uint64_t{seen.judged}},
                                     {"executions", seen.executions},
                                     {"orbits", seen.orbits},
                                     {"surplus", seen.surplus}})
    ::testing::Test::RecordProperty(name, static_cast<int>(number));
  return seen;
}

std::size_t countOf(const Script& script, const Equivalence& equivalence) {
  return exploreReduced(script, {equivalence}).executions.size();
}

Script equal(std::uint32_t threads, const std::vector<Instruction>& code) {
  return parallelScript(threads, [&](std::uint32_t) { return code; });
}

} // namespace

TEST(Symmetry, LeavesOneExecutionOfEachOrbit) {
  const Instruction load{.op = Op::Load, .to = 1}, store{.op = Op::Store, .a = Operand::constant(1)};
  const Instruction update{.op = Op::Rmw, .to = 1, .a = Operand::constant(1)};
  const Instruction lock{.op = Op::Object, .to = 5, .operation = ObjectOp::MutexLock};
  const Instruction unlock{.op = Op::Object, .to = 5, .operation = ObjectOp::MutexUnlock};
  const auto expect = [](const Script& script, std::size_t all, std::size_t orbits) {
    EXPECT_EQ(countOf(script, full), all) << scriptText(script);
    EXPECT_EQ(countOf(script, symmetry), orbits) << scriptText(script);
  };
  expect(equal(3, {load, store}), 36, 6);
  expect(equal(2, {load, store, load, store}), 34, 17);
  expect(equal(3, {update, update}), 90, 15);
  expect(equal(3, {lock, unlock, lock, unlock}), 90, 15);
  expect(equal(6, {update}), 720, 1);
  expect(equal(5, {store}), 120, 1);
  expect(parallelScript(4, [&](std::uint32_t t) { return std::vector<Instruction>{t <= 2 ? store : load}; }), 18, 6);
}

TEST(Symmetry, IsNotOfThreadsThatAreJoinedApart) {
  Script script = equal(3, {{.op = Op::Rmw, .to = 1, .a = Operand::constant(1)}});
  script.threads[0].push_back({.op = Op::Join, .to = 3, .child = 1});
  script.threads[0].push_back({.op = Op::Load, .to = 2});
  EXPECT_EQ(countOf(script, symmetry), countOf(script, full));
}

TEST(Symmetry, IsNotOfThreadsThatReturnDifferentValues) {
  Script script = equal(3, {{.op = Op::Rmw, .to = 1, .a = Operand::constant(1)}, {.a = Operand::reg(1)}});
  for (std::uint32_t t = 1; t <= 3; t++)
    script.threads[0].push_back({.op = Op::Join, .to = t, .child = t});
  EXPECT_EQ(countOf(script, full), 6u);
  EXPECT_EQ(countOf(script, symmetry), 6u);
}

TEST(SymmetryFuzz, Orbits) {
  const Seen seen = fuzz(900000, 600, symmetry, true);
  if (fuzzSeeds(1, 600).isChosen)
    return;
  EXPECT_GT(seen.smaller, seen.judged / 3);
  EXPECT_GT(seen.racy, seen.judged / 16);
  EXPECT_GT(seen.deadlocked, 0u);
  EXPECT_GT(seen.restarted, 0u);
}

TEST(SymmetryFuzz, WithTheOtherReductions) {
  const Seen seen = fuzz(950000, 400, everything, false);
  if (!fuzzSeeds(1, 1).isChosen) {
    EXPECT_GT(seen.smaller, seen.judged / 4);
  }
}

} // namespace revisit::test::symmetry_test
