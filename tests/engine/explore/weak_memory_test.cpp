// Counts of executions of classic litmus tests under each memory model, as a literal enumeration of all graphs gives
// them.
#include "explore/condpor/condpor.h"
#include "memory/make_model.h"
#include "script.h"
#include "scripted_program.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

namespace revisit::test::weak_memory_test {

namespace {

using Op = Instruction::Op;
constexpr MemoryOrder rlx = MemoryOrder::Relaxed, acq = MemoryOrder::Acquire, rel = MemoryOrder::Release,
                      sc = MemoryOrder::SeqCst;
enum Location : std::uint32_t { x, y, z };

Instruction load(Location location, MemoryOrder order, std::uint32_t to = 1) {
  return {.op = Op::Load, .to = to, .order = order, .location = location};
}
Instruction store(Location location, std::uint64_t value, MemoryOrder order) {
  return {.op = Op::Store, .a = Operand::constant(value), .order = order, .location = location};
}
Instruction add(Location location, std::uint64_t value, MemoryOrder order) {
  return {
      .op = Op::Rmw, .to = 1, .a = Operand::constant(value), .rmw = RmwOp::Add, .order = order, .location = location};
}
Instruction fence(MemoryOrder order) {
  return {.op = Op::Fence, .order = order};
}

using Thread = std::vector<Instruction>;

std::uint64_t count(std::vector<Thread> threads, ModelKind kind) {
  Script script;
  script.locationSizes = {1, 1, 1};
  script.initialValues = {0, 0, 0};
  script.threads.emplace_back();
  for (std::uint32_t child = 1; child <= threads.size(); child++)
    script.threads[0].push_back({.op = Op::Create, .child = child});
  script.threads[0].push_back({.op = Op::Return});
  for (Thread& thread : threads) {
    thread.push_back({.op = Op::Return});
    script.threads.push_back(std::move(thread));
  }
  ExpressionPool pool;
  const std::unique_ptr<Solver> solver = makeSolver(pool);
  ScriptedProgram program(script, pool);
  const std::unique_ptr<MemoryModel> model = makeModel(kind);
  ExploreOptions options;
  options.keepGoing = true;
  options.checkDuplicates = true;
  const std::unique_ptr<Explorer> explorer = makeConDpor(program, *model, *solver, options);
  const ExplorationCounts counts = explorer->run().value().counts;
  EXPECT_EQ(counts.duplicate, 0u);
  EXPECT_EQ(counts.complete, counts.total());
  return counts.complete;
}

// In the order sc, tso, pso, sra, ra, rc11.
std::string counts(const std::vector<Thread>& threads) {
  std::string text;
  for (const ModelKind kind : allModels)
    text += fmt::format("{}{}", text.empty() ? "" : "/", count(threads, kind));
  return text;
}

} // namespace

TEST(WeakMemory, StoreBuffering) {
  const auto sb = [](MemoryOrder storing, MemoryOrder loading) {
    return counts({{store(x, 1, storing), load(y, loading)}, {store(y, 1, storing), load(x, loading)}});
  };
  EXPECT_EQ(sb(rlx, rlx), "3/4/4/4/4/4");
  EXPECT_EQ(sb(sc, sc), "3/3/3/4/4/3");
  EXPECT_EQ(sb(sc, rlx), "3/3/3/4/4/4");
  EXPECT_EQ(
      counts({{store(x, 1, rlx), add(z, 1, rlx), load(y, rlx)}, {store(y, 1, rlx), add(z, 1, rlx), load(x, rlx)}}),
      "4/4/4/4/4/8");
}

TEST(WeakMemory, TwoPlusTwoWrites) {
  const auto writes = [](MemoryOrder order) {
    return counts({{store(x, 1, order), store(y, 2, order)}, {store(y, 1, order), store(x, 2, order)}});
  };
  EXPECT_EQ(writes(rlx), "3/3/4/3/4/4");
  EXPECT_EQ(writes(sc), "3/3/3/3/4/3");
}

TEST(WeakMemory, MessagePassing) {
  EXPECT_EQ(counts({{store(x, 1, rlx), store(y, 1, rlx)}, {load(y, rlx), load(x, rlx)}}), "3/3/4/3/3/4");
  EXPECT_EQ(counts({{store(x, 1, rlx), store(y, 1, rel)}, {load(y, acq), load(x, rlx)}}), "3/3/3/3/3/3");
  EXPECT_EQ(counts({{store(x, 1, rlx), fence(rel), store(y, 1, rlx)}, {load(y, rlx), load(x, rlx)}}), "3/3/3/3/3/4");
}

TEST(WeakMemory, ShapesOfTwoThreads) {
  EXPECT_EQ(counts({{store(x, 2, rlx), store(y, 1, rlx)}, {load(y, rlx), store(x, 1, rlx)}}), "3/3/4/3/3/4");
  EXPECT_EQ(counts({{store(x, 1, rlx), store(y, 1, rlx)}, {store(y, 2, rlx), load(x, rlx)}}), "3/4/4/4/4/4");
}

TEST(WeakMemory, ShapesOfThreeAndFourThreads) {
  const auto rwc = [](MemoryOrder order) {
    return counts({{store(x, 1, order)}, {load(x, order), load(y, order)}, {store(y, 1, order), load(x, order)}});
  };
  EXPECT_EQ(rwc(rlx), "7/8/8/8/8/8");
  EXPECT_EQ(rwc(sc), "7/7/7/8/8/7");
  const auto iriw = [](MemoryOrder order) {
    return counts({{store(x, 1, order)},
                   {load(x, order), load(y, order)},
                   {load(y, order), load(x, order)},
                   {store(y, 1, order)}});
  };
  EXPECT_EQ(iriw(rlx), "15/15/15/16/16/16");
  EXPECT_EQ(iriw(sc), "15/15/15/16/16/15");
}

TEST(WeakMemory, ReleaseSequences) {
  EXPECT_EQ(counts({{store(y, 1, rlx), store(x, 1, rel), store(x, 2, rlx)}, {load(x, acq), load(y, rlx)}}),
            "4/4/4/4/4/5");
}

} // namespace revisit::test::weak_memory_test
