// What happens for no reason and shows nothing is left out: the executions that are left end in the same states as all
// of them, and as those that the brute force finds.
#include "brute_force.h"
#include "execution_endings.h"
#include "fuzz_seeds.h"

#include "explore/condpor/condpor.h"
#include "memory/sequential.h"
#include "scripted_program.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <random>

namespace revisit::test::spurious_test {

namespace {

using Op = Instruction::Op;
using Code = std::vector<Instruction>;

constexpr std::size_t stateLimit = 60000;
constexpr std::uint32_t mutex = 0, changed = 1; // objects
constexpr std::uint64_t givenUp = 99;           // what a thread returns that ran out of copies of a round
constexpr std::uint32_t failed = 3, seen = 2;   // registers that rounds use

// States of a script are the same where nothing differs but the history: its explorations leave out what shows nothing.
class StatefulScript final : public ScriptedProgram {
public:
  StatefulScript(const Script& script, ExpressionPool& pool) : ScriptedProgram(script, pool, true) {}
  StateClassId classOf(StateId state) const override { return StateClassId(representative(state).value()); }
};

Instruction operation(ObjectOp what, std::uint32_t object, std::uint32_t to = 5) {
  return {.op = Op::Object, .to = to, .operation = what, .object = object};
}
Instruction set(std::uint32_t to, std::uint64_t value) {
  return {.op = Op::Set, .to = to, .a = Operand::constant(value)};
}

// A round that begins at `begin` and goes there again if the compare-and-swap fails.
Code retried(const Code& before, const Instruction& swap) {
  Code round = before;
  round.push_back(swap);
  round.push_back({.op = Op::If, .a = Operand::reg(swap.to), .b = Operand::constant(0), .compare = Compare::Ne});
  return round;
}

// Appends rounds: one that jumps back (`copies` 0), or so many copies, after which the thread gives up. A round ends
// with an If whose jump means that there is another one; what follows it is done before that round.
void appendRounds(Code& code, const Code& round, const Code& between, unsigned copies) {
  const auto begin = static_cast<std::uint32_t>(code.size());
  const std::size_t length = round.size() + 1 + between.size();
  const auto end = static_cast<std::uint32_t>(begin + length * std::max(copies, 1u) + 1);
  for (unsigned copy = 0; copy < std::max(copies, 1u); copy++) {
    code.insert(code.end(), round.begin(), round.end());
    code.back().target = static_cast<std::uint32_t>(code.size() + 1);
    code.push_back({.op = Op::Jump, .target = end});
    const auto first = static_cast<std::uint32_t>(code.size());
    code.insert(code.end(), between.begin(), between.end());
    for (std::size_t i = first; i < code.size(); i++)
      if (code[i].op == Op::If)
        code[i].target += first; // between: its own numbers
  }
  if (copies == 0)
    code.push_back({.op = Op::Jump, .target = begin});
  else
    code.push_back({.op = Op::Return, .a = Operand::constant(givenUp)});
}

class Generator {
public:
  Generator(std::uint64_t seed, unsigned copies) : m_random(seed), m_copies(copies) {}

  Script script() {
    Script script;
    script.locationSizes.assign(locations, 1);
    script.initialValues.assign(locations, 0);
    script.threads.resize(3);
    for (std::uint32_t i = 0; i < locations; i++) // all of them are part of each graph
      script.threads[0].push_back({.op = Op::Load, .location = i});
    for (std::uint32_t t = 1; t < script.threads.size(); t++) {
      script.threads[0].push_back({.op = Op::Create, .child = t});
      const std::uint64_t pieces = 1 + below(3);
      for (std::uint64_t i = 0; i < pieces; i++)
        append(script.threads[t]);
      script.threads[t].push_back({.op = Op::Return, .a = Operand::reg(1)});
    }
    return script;
  }

private:
  static constexpr std::uint32_t locations = 3;

  std::uint64_t below(std::uint64_t n) { return m_random() % n; }

  Instruction access(Op op) {
    return {.op = op,
            .to = 1,
            .a = Operand::constant(below(2)),
            .order = below(4) == 0 ? MemoryOrder::Plain : MemoryOrder::SeqCst,
            .location = static_cast<std::uint32_t>(below(locations))};
  }

  void append(Code& code) {
    switch (below(7)) {
    case 0:
    case 1:
    case 2:
      return appendSwap(code);
    case 3:
      return appendWait(code);
    case 4:
      code.push_back(operation(ObjectOp::MutexLock, mutex));
      code.push_back(access(Op::Store));
      code.push_back(operation(below(2) == 0 ? ObjectOp::CondSignal : ObjectOp::CondBroadcast, changed));
      code.push_back(operation(ObjectOp::MutexUnlock, mutex));
      return;
    case 5:
      code.push_back(access(Op::Load));
      if (below(3) == 0) {
        const auto behind = static_cast<std::uint32_t>(code.size() + 2);
        code.push_back({.op = Op::If, .a = Operand::reg(1), .b = Operand::constant(1), .target = behind});
        code.push_back({.op = Op::Fail});
      }
      return;
    default:
      if (below(8) == 0) { // a mutex that is tried
        const auto behind = static_cast<std::uint32_t>(code.size() + 3);
        code.push_back(operation(ObjectOp::MutexTryLock, mutex, 4));
        code.push_back({.op = Op::If, .a = Operand::reg(4), .b = Operand::constant(0), .target = behind});
        code.push_back(operation(ObjectOp::MutexUnlock, mutex));
        return;
      }
      code.push_back(access(Op::Store));
    }
  }

  // Stores, perhaps a section of the mutex, and a weak compare-and-swap, until it succeeds.
  void appendSwap(Code& code) {
    Code before;
    for (std::uint64_t stores = below(3); stores > 0; stores--)
      before.push_back(access(Op::Store));
    if (below(4) == 0)
      before.push_back(access(Op::Load));
    if (below(4) == 0) {
      before.push_back(operation(ObjectOp::MutexLock, mutex));
      before.push_back(operation(ObjectOp::MutexUnlock, mutex));
    }
    const std::uint64_t expected = below(2);
    const Instruction swap{.op = Op::Cas,
                           .to = failed,
                           .a = Operand::constant(expected),
                           .b = Operand::constant(below(2) == 0 ? expected : 1 - expected),
                           .spurious = true};
    code.push_back(set(failed, 0));
    appendRounds(code, retried(before, swap), {}, m_copies);
  }

  // lock; while (!ready) wait; unlock
  void appendWait(Code& code) {
    const Instruction look{.op = Op::Load, .to = seen};
    Instruction wait = operation(ObjectOp::CondWait, changed, failed);
    wait.spurious = true;
    const Code round = {look,
                        {.op = Op::If, .a = Operand::reg(seen), .b = Operand::constant(0), .compare = Compare::Ne}};
    Code between = {wait,
                    operation(ObjectOp::MutexUnlock, mutex),
                    {.op = Op::If, .a = Operand::reg(failed), .b = Operand::constant(0), .target = 4},
                    operation(ObjectOp::CondWake, changed),
                    operation(ObjectOp::MutexLock, mutex),
                    set(failed, 0),
                    set(seen, 0)};
    code.push_back(operation(ObjectOp::MutexLock, mutex));
    code.push_back(set(failed, 0));
    code.push_back(set(seen, 0));
    if (below(3) == 0)
      code.push_back(access(Op::Store)); // under the mutex: the first round is another one than those behind the lock
    appendRounds(code, round, between, m_copies);
    code.push_back(operation(ObjectOp::MutexUnlock, mutex));
  }

  std::mt19937_64 m_random;
  unsigned m_copies;
};

// Executions that are cut, or in which a thread gave up, depend on the rounds that came before.
bool isCompared(const std::string& end) {
  return !end.starts_with("cut") && !end.starts_with("blocked") &&
         end.find(fmt::format(" {}", givenUp)) == std::string::npos;
}

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

struct Found {
  std::set<std::string> ends;
  std::uint64_t executions = 0;
  bool isAll = true;
};

Found explore(const Script& script, bool allSpurious, bool byItems = false) {
  ExpressionPool pool;
  const std::unique_ptr<Solver> solver = makeSolver(pool);
  StatefulScript program(script, pool);
  SequentialConsistency model;
  ExploreOptions options;
  options.keepGoing = options.triesSpurious = options.checkDuplicates = true;
  options.allSpurious = allSpurious;
  options.byItems = byItems;
  options.spuriousLimit = 2;
  options.unroll = 4;
  options.maxExecutions = 20000;
  options.errors.treat(ErrorKind::Race, Treatment::Ignored);
  options.errors.treat(ErrorKind::Deadlock, Treatment::Warning);
  const std::unique_ptr<Explorer> explorer = makeConDpor(program, model, *solver, options);
  Found found;
  explorer->onExecution([&](const Execution& execution) {
    if (const std::string end = endOf(execution, script); isCompared(end))
      found.ends.insert(end);
  });
  explorer->onRestart([&] { found.ends.clear(); });
  Result<Exploration> result = explorer->run();
  EXPECT_TRUE(result.ok());
  if (!result)
    return found;
  EXPECT_EQ(result->counts.duplicate, 0u);
  found.executions = result->counts.total();
  found.isAll = found.executions < options.maxExecutions;
  return found;
}

} // namespace

TEST(Spurious, WhatIsLeftOutShowsNothing) {
  const FuzzSeeds seeds = fuzzSeeds(240000, 1500);
  std::uint64_t left = 0, all = 0, judged = 0;
  seeds.forEach([&](std::uint64_t seed) {
    const Script script = Generator(seed, 0).script();
    const Found some = explore(script, false), every = explore(script, true);
    if (!some.isAll || !every.isAll)
      return;
    EXPECT_EQ(some.ends, every.ends) << "seed " << seed << "\n" << scriptText(script);
    EXPECT_LE(some.executions, every.executions) << "seed " << seed;
    left += every.executions - some.executions;
    all += every.executions;
    const BruteForceResult brute = bruteForce(Generator(seed, 3).script(), stateLimit);
    if (brute.exceeded)
      return;
    judged++;
    for (const std::string& end : brute.endStates)
      EXPECT_TRUE(!isCompared(end) || some.ends.contains(end)) << end << "\nseed " << seed << "\n"
                                                               << scriptText(script);
  });
  if (seeds.isChosen)
    return;
  EXPECT_GT(judged, seeds.count / 3);
  EXPECT_GT(left, all / 10) << "too little is left out to test it";
}

TEST(Spurious, ItemsLeaveOutTheSame) {
  const FuzzSeeds seeds = fuzzSeeds(250000, 600);
  seeds.forEach([&](std::uint64_t seed) {
    const Script script = Generator(seed, 0).script();
    const Found inPlace = explore(script, false), byItems = explore(script, false, true);
    if (!inPlace.isAll || !byItems.isAll)
      return;
    EXPECT_EQ(inPlace.executions, byItems.executions) << "seed " << seed << "\n" << scriptText(script);
    EXPECT_EQ(inPlace.ends, byItems.ends) << "seed " << seed;
  });
}

} // namespace revisit::test::spurious_test
