// Goals in programs of a few lines: what holds in which execution, and where.
#include "scripted_program.h"

#include "explore/condpor/condpor.h"
#include "explore/schedules/forward_search.h"
#include "goals/goal_matcher.h"
#include "memory/make_model.h"

#include <gtest/gtest.h>

namespace revisit::goal_matcher_test {

namespace {

using Op = Instruction::Op;

Instruction load(std::uint32_t location, std::uint32_t to = 1) {
  return {.op = Op::Load, .to = to, .order = MemoryOrder::Relaxed, .location = location};
}
Instruction store(std::uint32_t location, std::uint64_t value) {
  return {.op = Op::Store, .a = Operand::constant(value), .order = MemoryOrder::Relaxed, .location = location};
}
Instruction on(ObjectOp operation, std::uint32_t object) {
  return {.op = Op::Object, .to = 5, .operation = operation, .object = object};
}

// Main creates these threads; line n of thread T is "threadT:n", from 0.
Script script(std::vector<std::vector<Instruction>> bodies) {
  Script made;
  made.threads.resize(1);
  for (std::vector<Instruction>& body : bodies) {
    body.insert(body.begin(), {.op = Op::Fence}); // so that what counts stands at a line above 0
    made.threads.push_back(std::move(body));
    made.threads[0].push_back({.op = Op::Create, .child = static_cast<std::uint32_t>(made.threads.size() - 1)});
  }
  made.locationSizes = {1, 1};
  made.initialValues = {0, 0};
  return made;
}

struct Search {
  bool isFound = false, isComplete = false;
  std::uint64_t executions = 0;
  GoalFound found;
  std::string undecided;
  bool sawFailedRounds = false;
};

enum class First { Forward, All }; // what comes first

Search find(const Script& program, const std::string& text, ModelKind kind = ModelKind::Sc, GoalPrefix prefix = {},
            First first = First::Forward) {
  Result<Goal> goal = parseGoal(text);
  EXPECT_TRUE(goal.ok()) << text;
  goal->prefix = std::move(prefix);
  ExpressionPool pool;
  const std::unique_ptr<Solver> solver = makeSolver(pool);
  ScriptedProgram scripted(program, pool, false, kind == ModelKind::Sc);
  const std::unique_ptr<MemoryModel> model = makeModel(kind);
  GoalMatcher matcher(goal.value(), scripted);
  ExploreOptions options;
  options.keepGoing = true;
  options.goal = &matcher;
  const auto makeComplete = [&](const ExploreOptions& all) { return makeConDpor(scripted, *model, *solver, all); };
  const std::unique_ptr<Explorer> explorer =
      first == First::Forward ? makeForwardFirst(scripted, makeModel(kind), *solver, options, makeComplete)
                              : makeComplete(options);
  Search search;
  explorer->onExecution([&](const Execution& execution) {
    if (execution.isGoal)
      search.found = *matcher.found();
    search.isFound |= execution.isGoal;
  });
  const Result<Exploration> result = explorer->run();
  EXPECT_TRUE(result.ok());
  search.isComplete = result.value().incomplete.empty();
  search.executions = result.value().counts.total();
  search.undecided = matcher.undecided();
  search.sawFailedRounds = matcher.sawFailedRounds();
  return search;
}

void expectFound(const Script& program, const std::string& text, bool isFound, ModelKind kind = ModelKind::Sc) {
  std::uint64_t executions[2] = {};
  for (const First first : {First::Forward, First::All}) {
    const Search search = find(program, text, kind, {}, first);
    EXPECT_EQ(search.isFound, isFound) << text;
    EXPECT_TRUE(search.isFound || (search.isComplete && search.undecided.empty())) << text;
    executions[static_cast<int>(first)] = search.executions;
  }
  EXPECT_TRUE(isFound || executions[0] == executions[1]) << text << ": one execution counts twice";
}

} // namespace

TEST(GoalMatcher, ValuesAreThoseOfTheMoment) {
  const Script program = script({{store(0, 1), store(0, 2)}, {load(0), load(1)}});
  expectFound(program, "thread2:2 if x0 == 1", true);
  expectFound(program, "thread2:2 if x0 == 3", false);
  expectFound(program, "thread1:2 if x0 == 0", false); // behind its own store
  expectFound(program, "when x0 == 1 && x1 == 0", true);
  expectFound(program, "when x0 == 2 then when x0 == 1", false);
  expectFound(program, "when x0 == 1 then when x0 == 2", true);
}

// Two reads see two stores in opposite orders: under sequential consistency no moment has both threads there.
TEST(GoalMatcher, ReadsFrom) {
  const Script sb = script({{store(0, 1), load(1)}, {store(1, 1), load(0)}});
  const std::string both = "T1 reads x1 from start and T2 reads x0 from start";
  expectFound(sb, both, false);
  expectFound(sb, both, true, ModelKind::Tso);
  expectFound(sb, "thread1:2 reads x1 from thread2:1", true);
  expectFound(sb, "thread1:2 reads x1 from T1", false);
}

TEST(GoalMatcher, LocksExclude) {
  const Script program = script({{on(ObjectOp::MutexLock, 0), store(0, 1), on(ObjectOp::MutexUnlock, 0)},
                                 {on(ObjectOp::MutexLock, 0), store(0, 2), on(ObjectOp::MutexUnlock, 0)}});
  expectFound(program, "thread1:2 and thread2:2", false);
  expectFound(program, "thread1:1 and thread2:1", true);
  expectFound(program, "T2 waits at thread2:1", true);
  expectFound(program, "T2 waits for ever", false);
  expectFound(program, "unlock o0 in T2 before lock o0 in T1", true);
  expectFound(program, "lock o0 in T1 before lock o0 in T2 and when x0 == 2", true);
  expectFound(program, "T1 waits at thread1:1 and thread2:2", true);
  expectFound(program, "T1 waits at thread1:1 and T2 waits at thread2:1", false);
}

TEST(GoalMatcher, Deadlocks) {
  const Script program = script({{on(ObjectOp::MutexLock, 0), on(ObjectOp::MutexLock, 1)},
                                 {on(ObjectOp::MutexLock, 1), on(ObjectOp::MutexLock, 0)}});
  expectFound(program, "T1 waits for ever at thread1:2", true);
  expectFound(program, "T1 waits for ever at thread1:1", true); // T2 ends with both
  expectFound(program, "T0 waits for ever", false);
  expectFound(program, "T1 waits at thread1:2 and T2 waits at thread2:2", true);
}

// A round that fails and goes stale: at that moment the thread was in it.
TEST(GoalMatcher, WaitingLoops) {
  const Instruction await = {.op = Op::Await, .to = 1, .a = Operand::constant(2), .location = 0};
  const Script program = script({{store(1, 1), store(1, 2), store(0, 2)}, {await, load(1)}});
  expectFound(program, "thread2:1 if x1 == 1", true);
  expectFound(program, "thread2:2 if x1 == 1", false);
  EXPECT_TRUE(find(program, "thread2:1 if x1 == 1 then thread2:2").isFound);
}

TEST(GoalMatcher, InputsMustSatisfyTheCondition) {
  const Script program = script({{{.op = Op::Input, .to = 2, .bits = 2},
                                  {.op = Op::Store, .a = Operand::reg(2), .location = 0},
                                  {.op = Op::If, .a = Operand::reg(2), .b = Operand::constant(1), .target = 5},
                                  store(1, 1)},
                                 {load(0), load(1)}});
  expectFound(program, "thread2:2 if x0 == 3", true);
  expectFound(program, "when x1 == 1 && x0 == 1", true);
  expectFound(program, "when x1 == 1 && x0 == 2", false);
  const Search search = find(program, "thread2:2 if x0 == 2");
  ASSERT_TRUE(search.isFound);
  EXPECT_FALSE(search.found.conditions.empty());
}

TEST(GoalMatcher, WhatIsNotKnownIsSaid) {
  const Script program = script({{store(0, 1)}, {load(0)}});
  const Search search = find(program, "thread2:1 if y == 1");
  EXPECT_FALSE(search.isFound);
  EXPECT_EQ(search.undecided, "y");
}

// T2 has read the initial value: from there on it is behind its read, and T1 has not stored yet.
TEST(GoalMatcher, FromAMomentOn) {
  const Script program = script({{store(0, 1), store(0, 2)}, {load(0), load(1)}});
  const GoalPrefix prefix{
      {{.thread = ThreadId(0), .index = 0, .kind = LabelKind::Create},
       {.thread = ThreadId(0), .index = 1, .kind = LabelKind::Create},
       {.thread = ThreadId(2), .index = 0, .kind = LabelKind::Fence},
       {.thread = ThreadId(2), .index = 1, .kind = LabelKind::Read, .source = GoalPrefix::Source{}}}};
  const auto findFrom = [&](const std::string& text) { return find(program, text, ModelKind::Sc, prefix); };
  for (const char* text : {"thread2:2", "thread2:2 if x0 == 2", "thread1:1", "when x0 == 1 then thread2:2"}) {
    const Search found = findFrom(text);
    ASSERT_TRUE(found.isFound) << text;
    EXPECT_EQ(found.executions, 1u) << text;
    const EventCut& done = found.found.moments.back().done;
    EXPECT_GE(done[0], 2u) << text;
    EXPECT_GE(done[2], 2u) << text;
  }
  for (const char* text : {"thread2:1", "T2 reads x0 from T1", "write x0 in T1 before read x0 in T2"}) {
    EXPECT_TRUE(find(program, text).isFound) << text;
    const Search search = findFrom(text);
    EXPECT_FALSE(search.isFound) << text;
    EXPECT_TRUE(search.isComplete) << text;
  }
}

// The goal says an order of five sections: 1 of 120. The short search finds it at once, and also what depends on an
// input.
TEST(GoalMatcher, TheShortSearchKeepsOrders) {
  const std::vector<Instruction> section = {on(ObjectOp::MutexLock, 0), store(0, 1), on(ObjectOp::MutexUnlock, 0)};
  const Script program = script({section, section, section, section, section});
  const std::string order =
      "unlock o0 in T3 before unlock o0 in T5 and lock o0 in T5 before lock o0 in T2 and unlock o0 "
      "in T2 before lock o0 in T4 and lock o0 in T4 before unlock o0 in T1";
  const Search search = find(program, order);
  EXPECT_TRUE(search.isFound);
  EXPECT_EQ(search.executions, 1u);
  const Script decides = script({{{.op = Op::Input, .to = 2, .bits = 2},
                                  {.op = Op::If, .a = Operand::reg(2), .b = Operand::constant(1), .target = 4},
                                  store(1, 1)},
                                 {load(0), load(1)}});
  EXPECT_EQ(find(decides, "thread2:2 reads x1 from T1").executions, 1u);
  EXPECT_EQ(find(decides, "read x1 in T2 before write x1 in T1").executions, 1u);
}

TEST(GoalMatcher, StopsAtTheFirst) {
  const Script program = script({{store(0, 1), store(0, 2)}, {load(0), load(0)}});
  EXPECT_EQ(find(program, "thread1:2").executions, 1u);
  EXPECT_GT(find(program, "when x0 == 7").executions, 5u);
}

} // namespace revisit::goal_matcher_test
