// Waits that a thread could have done without are left out. What is left must end in the same states, with the same
// errors, races and waiting threads, as the exploration that cannot compare the states of threads, and as the brute
// force.
#include "brute_force.h"
#include "execution_endings.h"
#include "fuzz_seeds.h"

#include "explore/condpor/condpor.h"
#include "memory/sequential.h"
#include "scripted_program.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <random>

namespace revisit::test::idle_waits_test {

namespace {

using Op = Instruction::Op;
using Code = std::vector<Instruction>;

constexpr std::size_t stateLimit = 20000;
constexpr std::uint32_t mutex = 0, condition = 1; // objects
constexpr std::uint32_t result = 5, seen = 2;     // registers
constexpr std::uint32_t locations = 3;

// Its states are the same where nothing differs but the history.
class StatefulScript final : public ScriptedProgram {
public:
  StatefulScript(const Script& script, ExpressionPool& pool) : ScriptedProgram(script, pool, true) {}
  StateClassId classOf(StateId state) const override { return StateClassId(representative(state).value()); }
};

Instruction operation(ObjectOp what, std::uint32_t object) {
  return {.op = Op::Object, .to = result, .operation = what, .object = object};
}
Instruction load(std::uint32_t location, MemoryOrder order = MemoryOrder::Plain) {
  return {.op = Op::Load, .to = seen, .order = order, .location = location};
}
Instruction store(std::uint32_t location, std::uint64_t value, MemoryOrder order = MemoryOrder::Plain) {
  return {.op = Op::Store, .a = Operand::constant(value), .order = order, .location = location};
}
Instruction forget(std::uint32_t to) {
  return {.op = Op::Set, .to = to, .a = Operand::constant(0)};
}
// Goes to `target` unless the register has the value.
Instruction unless(std::uint32_t reg, std::uint64_t value, std::size_t target) {
  return {.op = Op::If,
          .a = Operand::reg(reg),
          .b = Operand::constant(value),
          .target = static_cast<std::uint32_t>(target)};
}

class Generator {
public:
  explicit Generator(std::uint64_t seed) : m_random(seed) {}

  Script script() {
    Script script;
    script.locationSizes.assign(locations, 1);
    script.initialValues.assign(locations, 0);
    const std::uint64_t waiters = 1 + below(2);
    script.threads.resize(1 + waiters + 1 + (waiters == 1 ? below(2) : 0));
    Code& main = script.threads[0];
    for (std::uint32_t i = 0; i < locations; i++) // all of them are part of each graph
      main.push_back(load(i, MemoryOrder::SeqCst));
    for (std::uint32_t t = 1; t < script.threads.size(); t++)
      main.push_back({.op = Op::Create, .child = t});
    if (below(3) == 0)
      appendChange(main);
    if (below(8) == 0)
      main.push_back(operation(ObjectOp::CondDestroy, condition));
    if (below(3) == 0) {
      main.push_back({.op = Op::Join, .to = result, .child = 1});
      main.push_back(store(0, 2)); // nobody else may look any more
    }
    for (std::uint32_t t = 1; t < script.threads.size(); t++) {
      Code& code = script.threads[t];
      if (below(3) == 0)
        appendOther(code);
      t <= waiters ? appendWait(code) : appendChange(code);
      if (below(2) == 0)
        below(2) == 0 ? appendChange(code) : appendOther(code);
      code.push_back({.op = Op::Return, .a = Operand::reg(1)});
    }
    return script;
  }

private:
  std::uint64_t below(std::uint64_t n) { return m_random() % n; }
  std::uint32_t location() { return static_cast<std::uint32_t>(below(locations)); }
  MemoryOrder order() {
    constexpr MemoryOrder orders[] = {MemoryOrder::Plain, MemoryOrder::Plain, MemoryOrder::Relaxed,
                                      MemoryOrder::SeqCst};
    return orders[below(std::size(orders))];
  }

  // lock; while (!ready) wait; unlock. What is looked at may be two locations, and the thread may change one of them.
  void appendWait(Code& code) {
    const MemoryOrder guarded = below(6) == 0 ? order() : MemoryOrder::Plain;
    const std::uint32_t looked = location();
    code.push_back(operation(ObjectOp::MutexLock, mutex));
    code.push_back(forget(result));
    if (below(4) == 0)
      code.push_back(store(location(), 1, guarded));
    const std::size_t begin = code.size();
    const bool looksTwice = below(3) == 0;
    constexpr std::size_t ofWait = 7;
    const std::size_t end = begin + (looksTwice ? 4 : 2) + ofWait;
    for (int look = 0; look < (looksTwice ? 2 : 1); look++) {
      code.push_back(load(look == 0 ? looked : location(), guarded));
      code.push_back(unless(seen, 0, end));
    }
    code.push_back(operation(ObjectOp::CondWait, condition));
    code.push_back(operation(ObjectOp::MutexUnlock, mutex));
    code.push_back(operation(ObjectOp::CondWake, condition));
    code.push_back(operation(ObjectOp::MutexLock, mutex));
    code.push_back(forget(result));
    code.push_back(below(8) == 0 ? load(location(), guarded) : forget(seen));
    code.push_back({.op = Op::Jump, .target = static_cast<std::uint32_t>(begin)});
    code.push_back(forget(seen));
    if (below(3) != 0)
      code.push_back(store(looked, 0, guarded));
    if (below(4) == 0)
      code.push_back(store(location(), 1, guarded));
    code.push_back(operation(ObjectOp::MutexUnlock, mutex));
    if (below(2) == 0)
      appendOther(code);
  }

  // Changes what others wait for, and tells them: within the mutex, behind it, or not at all.
  void appendChange(Code& code) {
    const Instruction tells = operation(below(3) == 0 ? ObjectOp::CondBroadcast : ObjectOp::CondSignal, condition);
    const std::uint64_t told = below(8);
    const bool isGuarded = below(8) != 0;
    if (isGuarded)
      code.push_back(operation(ObjectOp::MutexLock, mutex));
    code.push_back(store(location(), 1, isGuarded ? MemoryOrder::Plain : order()));
    if (told < 5)
      code.push_back(tells);
    if (isGuarded)
      code.push_back(operation(ObjectOp::MutexUnlock, mutex));
    if (told == 5 || told == 6)
      code.push_back(tells);
  }

  void appendOther(Code& code) {
    switch (below(8)) {
    case 0:
      code.push_back(operation(ObjectOp::MutexTryLock, mutex));
      code.push_back(unless(result, 0, code.size() + 2));
      code.push_back(operation(ObjectOp::MutexUnlock, mutex));
      return;
    case 1:
    case 2:
      code.push_back(load(location(), order()));
      code.push_back(unless(seen, 1, code.size() + 2));
      code.push_back({.op = Op::Fail});
      return;
    case 3:
    case 4:
      code.push_back(load(location(), order()));
      code.push_back({.op = Op::Add, .to = 1, .a = Operand::reg(1), .b = Operand::reg(seen)});
      return;
    default:
      code.push_back(store(location(), below(2), order()));
    }
  }

  std::mt19937_64 m_random;
};

struct Found {
  std::set<std::string> ends, bugs;
  std::uint64_t executions = 0, dropped = 0;
  bool isAll = true;
};

std::string endOf(const Execution& execution, const Script& script) {
  const ExecutionGraph& graph = execution.graph;
  std::string text = endingName(execution.kind);
  for (std::uint32_t t = 0; t < script.threads.size(); t++) {
    const bool hasEnded = graph.ended(ThreadId(t));
    const Label* const last = hasEnded ? graph.event(graph.tail(ThreadId(t))).label : nullptr;
    text += last && last->kind == LabelKind::End ? fmt::format(" {}", last->value.bits) : " -";
  }
  for (std::uint32_t i = 0; i < script.locationSizes.size(); i++)
    text += fmt::format(" {:02x}", graph.event(graph.latestWrite(LocationId(i))).written.bits);
  return text;
}

void noteBugs(const Execution& execution, Found& found) {
  const ExecutionGraph& graph = execution.graph;
  const auto position = [&](EventId id) { return graph.event(id).label->position.value(); };
  for (const Race& race : execution.races)
    found.bugs.insert(fmt::format("race {} {}", std::min(position(race.first), position(race.second)),
                                  std::max(position(race.first), position(race.second))));
  for (const EventId error : execution.errors)
    found.bugs.insert(fmt::format("error {}", position(error)));
  if (execution.standstill != Standstill::None)
    for (const Waiting& one : execution.waiting)
      found.bugs.insert(fmt::format("waits {}", one.label ? one.label->position.value() : 0));
}

Found explore(const Script& script, bool knowsStates, bool byItems = false) {
  ExpressionPool pool;
  const std::unique_ptr<Solver> solver = makeSolver(pool);
  const std::unique_ptr<ScriptedProgram> program = knowsStates ? std::make_unique<StatefulScript>(script, pool)
                                                               : std::make_unique<ScriptedProgram>(script, pool, true);
  SequentialConsistency model;
  ExploreOptions options;
  options.keepGoing = options.checkDuplicates = options.racesOfAllPlaces = true;
  options.byItems = byItems;
  options.equivalence.waits = true;
  options.maxExecutions = 2000;
  options.errors.treat(ErrorKind::Race, Treatment::Warning);
  options.errors.treat(ErrorKind::Deadlock, Treatment::Warning);
  const std::unique_ptr<Explorer> explorer = makeConDpor(*program, model, *solver, options);
  Found found;
  explorer->onExecution([&](const Execution& execution) {
    noteBugs(execution, found);
    if (execution.stale)
      found.dropped++;
    else
      found.ends.insert(endOf(execution, script));
  });
  explorer->onRestart([&] { found = {}; });
  Result<Exploration> explored = explorer->run();
  EXPECT_TRUE(explored.ok());
  if (!explored)
    return found;
  EXPECT_EQ(explored->counts.duplicate, 0u);
  found.executions = explored->counts.total();
  found.isAll = found.executions < options.maxExecutions;
  return found;
}

} // namespace

TEST(IdleWaits, WhatIsLeftOutShowsNothing) {
  const FuzzSeeds seeds = fuzzSeeds(260000, 2000);
  std::uint64_t left = 0, all = 0, judged = 0, dropped = 0;
  seeds.forEach([&](std::uint64_t seed) {
    const Script script = Generator(seed).script();
    const Found some = explore(script, true), every = explore(script, false);
    if (!some.isAll || !every.isAll)
      return;
    EXPECT_EQ(some.ends, every.ends) << "seed " << seed << "\n" << scriptText(script);
    EXPECT_EQ(some.bugs, every.bugs) << "seed " << seed << "\n" << scriptText(script);
    EXPECT_LE(some.executions, every.executions) << "seed " << seed;
    left += every.executions - some.executions;
    dropped += some.dropped;
    all += every.executions;
    const BruteForceResult brute = bruteForce(script, stateLimit);
    if (brute.exceeded)
      return;
    judged++;
    EXPECT_EQ(some.ends, brute.endStates) << "seed " << seed << "\n" << scriptText(script);
  });
  if (seeds.isChosen)
    return;
  EXPECT_GT(judged, seeds.count / 3);
  EXPECT_GT(dropped, seeds.count / 10);
  EXPECT_GT(left, all / 10) << "too little is left out to test it";
}

// The thread reads location 1 only where it has to wait. Another one stores there without the mutex: a race, so that
// nothing is left out.
TEST(IdleWaits, StayWhereWhatIsLookedAtIsNotGuarded) {
  Script script;
  script.locationSizes.assign(locations, 1);
  script.initialValues.assign(locations, 0);
  script.threads = {{{.op = Op::Create, .child = 1}, {.op = Op::Create, .child = 2}, {.op = Op::Create, .child = 3}},
                    {operation(ObjectOp::MutexLock, mutex),
                     forget(result),
                     load(0),
                     unless(seen, 0, 11),
                     load(1),
                     operation(ObjectOp::CondWait, condition),
                     operation(ObjectOp::MutexUnlock, mutex),
                     operation(ObjectOp::CondWake, condition),
                     operation(ObjectOp::MutexLock, mutex),
                     forget(result),
                     {.op = Op::Jump, .target = 2},
                     operation(ObjectOp::MutexUnlock, mutex),
                     store(2, 1, MemoryOrder::Relaxed)},
                    {operation(ObjectOp::MutexLock, mutex), store(0, 1), operation(ObjectOp::CondSignal, condition),
                     operation(ObjectOp::MutexUnlock, mutex)},
                    {store(1, 1)}};
  const Found some = explore(script, true), every = explore(script, false);
  EXPECT_EQ(some.bugs, every.bugs);
  EXPECT_TRUE(some.bugs.contains("race 1004 3000"));
  EXPECT_EQ(some.executions, every.executions);
  // Where the other thread stores only once the first one goes on, its store comes after the read.
  script.threads[3] = {load(2, MemoryOrder::Relaxed), unless(seen, 1, 3), store(1, 1)};
  const Found ordered = explore(script, true), all = explore(script, false);
  EXPECT_EQ(ordered.bugs, all.bugs);
  EXPECT_LT(ordered.executions, all.executions);
}

TEST(IdleWaits, ItemsLeaveOutTheSame) {
  const FuzzSeeds seeds = fuzzSeeds(265000, 400);
  seeds.forEach([&](std::uint64_t seed) {
    const Script script = Generator(seed).script();
    const Found inPlace = explore(script, true), byItems = explore(script, true, true);
    if (!inPlace.isAll || !byItems.isAll)
      return;
    EXPECT_EQ(inPlace.executions, byItems.executions) << "seed " << seed << "\n" << scriptText(script);
    EXPECT_EQ(inPlace.ends, byItems.ends) << "seed " << seed;
    EXPECT_EQ(inPlace.bugs, byItems.bugs) << "seed " << seed;
  });
}

} // namespace revisit::test::idle_waits_test
