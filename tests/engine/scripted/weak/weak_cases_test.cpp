// The oracle for weak memory on small programs about one rule each.
#include "litmus.h"

#include <algorithm>

namespace revisit::test {

using enum MemoryOrder;
using namespace litmus;

namespace {

std::size_t howMany(const WeakOracleResult& result, const std::string& ending) {
  return static_cast<std::size_t>(
      std::ranges::count_if(result.executions, [&](const auto& entry) { return entry.second == ending; }));
}

} // namespace

// A store to a part of a location is a plain write: it has no atomicity and is no fence.
TEST(WeakCases, PartsAreWrites) {
  const auto first = [](Instruction access) { return part(access, 0); };
  EXPECT_EQ(countsOf(threadsOf({{first(store(x, 1, Relaxed)), first(store(y, 2, Relaxed))},
                                {first(store(y, 1, Relaxed)), first(store(x, 2, Relaxed))}},
                               2)),
            Counts({3, 3, 4, 3, 4, 4}));
  EXPECT_EQ(countsOf(threadsOf({{first(store(x, 1, Relaxed)), first(load(y, Relaxed))},
                                {first(store(y, 1, Relaxed)), first(load(x, Relaxed))}},
                               2)),
            Counts({3, 4, 4, 4, 4, 4}));
}

// A read takes its byte from the newest write to this byte at or before its place: from the release store, although it
// stands behind a relaxed store to the other byte.
TEST(WeakCases, AReadSynchronisesWithTheWriteOfItsBytes) {
  const Script script = threadsOf({{store(y, 1, Plain), part(store(x, 1, Release), 0)},
                                   {part(store(x, 1, Relaxed), 1)},
                                   {part(load(x, Acquire), 0),
                                    {.op = Op::If, .a = Operand::reg(0), .b = Operand::constant(1), .target = 3},
                                    load(y, Plain)}},
                                  2);
  Script narrow = script;
  narrow.locationSizes = {2, 1, 1};
  EXPECT_FALSE(judged(narrow, WeakModel::Rc11).races);
  narrow.threads[1][1].order = Relaxed;
  EXPECT_TRUE(judged(narrow, WeakModel::Rc11).races);
}

// Since a lock orders what it protects, only the order of the two threads is left; without it, there is a race.
TEST(WeakCases, LocksOrder) {
  const Instruction lock = operation(ObjectOp::MutexLock, 0), unlock = operation(ObjectOp::MutexUnlock, 0);
  const Script script = threadsOf(
      {{lock, store(x, 1, Plain), store(y, 1, Plain), unlock}, {lock, load(y, Plain), load(x, Plain), unlock}});
  EXPECT_EQ(countsOf(script), Counts({2, 2, 2, 2, 2, 2}));
  for (const WeakModel model : allWeakModels)
    EXPECT_FALSE(judged(script, model).races) << nameOf(model);
  EXPECT_TRUE(judged(threadsOf({{lock, store(x, 1, Plain), unlock}, {load(x, Plain)}}), WeakModel::Rc11).races);
}

// A failed attempt comes after the lock in the order of the mutex, and does not synchronise. As a full fence of x86 it
// orders nevertheless.
TEST(WeakCases, FailedAttemptsOrderNothing) {
  const Script script = threadsOf({{store(x, 1, Relaxed), operation(ObjectOp::MutexLock, 0)},
                                   {operation(ObjectOp::MutexTryLock, 0, 1), load(x, Relaxed)}});
  // The lock is free: 0 or 1 is read, and the first thread waits for ever. The lock is taken: 1, or 0 as well.
  EXPECT_EQ(countsOf(script), Counts({3, 3, 3, 4, 4, 4}));
}

// A lock for reading happens after what a writer did; readers do not order each other.
TEST(WeakCases, ReadLocksOrderOnlyWithWriters) {
  const Instruction read = operation(ObjectOp::RwlockRead, 4), write = operation(ObjectOp::RwlockWrite, 4),
                    unlock = operation(ObjectOp::RwlockUnlock, 4);
  EXPECT_TRUE(
      judged(threadsOf({{read, store(x, 1, Plain), unlock}, {read, load(x, Plain), unlock}}), WeakModel::Rc11).races);
  EXPECT_FALSE(
      judged(threadsOf({{write, store(x, 1, Plain), unlock}, {read, load(x, Plain), unlock}}), WeakModel::Rc11).races);
}

TEST(WeakCases, SignalsAndBarriersOrder) {
  const Script woken = threadsOf({{operation(ObjectOp::CondWait, 3), operation(ObjectOp::CondWake, 3), load(x, Plain)},
                                  {store(x, 1, Plain), operation(ObjectOp::CondSignal, 3)}});
  EXPECT_FALSE(judged(woken, WeakModel::Rc11).races);
  Script barrier =
      threadsOf({{store(x, 1, Plain), operation(ObjectOp::BarrierArrive, 6), operation(ObjectOp::BarrierPass, 6)},
                 {operation(ObjectOp::BarrierArrive, 6), operation(ObjectOp::BarrierPass, 6), load(x, Plain)}});
  Instruction begin = operation(ObjectOp::BarrierInit, 6);
  begin.argument = 2;
  barrier.threads[0].insert(barrier.threads[0].begin(), begin);
  EXPECT_EQ(countsOf(barrier), Counts({1, 1, 1, 1, 1, 1}));
  EXPECT_FALSE(judged(barrier, WeakModel::Rc11).races);
  barrier.threads[2].insert(barrier.threads[2].begin(), load(x, Plain));
  EXPECT_TRUE(judged(barrier, WeakModel::Rc11).races);
}

// A round that fails is no execution if the thread would go on.
TEST(WeakCases, OnlyCurrentRoundsWaitForEver) {
  const std::vector<Code> threads = {{store(x, 1, Relaxed), store(y, 1, Relaxed)},
                                     {await(y, 1, Relaxed), load(x, Relaxed)}};
  EXPECT_EQ(counts(threads), Counts({1, 1, 2, 1, 1, 2}));
  const WeakOracleResult vain = judged(threadsOf({{store(y, 2, Relaxed)}, {await(y, 1, Relaxed)}}), WeakModel::Rc11);
  EXPECT_EQ(vain.executions.size(), 1u);
  EXPECT_EQ(howMany(vain, "deadlocked"), 1u);
}

// A compare-and-swap that fails has the order of its failure. On x86 it is a full fence all the same.
TEST(WeakCases, FailingCompareAndSwap) {
  const auto passing = [](MemoryOrder failureOrder) {
    return counts(
        {{store(x, 1, Relaxed), store(y, 1, Release)}, {cas(y, 2, 3, AcqRel, failureOrder), load(x, Relaxed)}});
  };
  EXPECT_EQ(passing(Relaxed), Counts({3, 3, 3, 3, 3, 4}));
  EXPECT_EQ(passing(Acquire), Counts({3, 3, 3, 3, 3, 3}));
  const Instruction fails = cas(z, 1, 1, SeqCst, Relaxed);
  EXPECT_EQ(counts({{store(x, 1, Relaxed), fails, load(y, Relaxed)}, {store(y, 1, Relaxed), fails, load(x, Relaxed)}}),
            Counts({3, 3, 3, 4, 4, 4}));
}

// An update that adds nothing orders as any other one in the round that ends the loop. Where stores are multi-copy
// atomic, no thread can tell the order of two such updates, so they are fences that read.
TEST(WeakCases, SilentUpdatesOrder) {
  const Code first = {store(x, 1, Relaxed),
                      {.op = Op::Round},
                      add(z, AcqRel, 0),
                      load(y, Relaxed),
                      {.op = Op::Again, .a = Operand::constant(0), .b = Operand::constant(0), .target = 1}};
  Code second = first;
  second[0].location = y;
  second[3].location = x;
  // Each order of the two updates: the second thread sees the first store, the first one sees the second store or not.
  EXPECT_EQ(counts({first, second}), Counts({3, 3, 3, 4, 4, 4}));
}

// Whoever counts down to 0 frees. With relaxed orders no execution touches freed memory, yet the use and the end of the
// lifetime have no order.
TEST(WeakCases, LifetimesNeedHappensBefore) {
  const auto counted = [](MemoryOrder order) {
    Code code = {load(x, Relaxed, 2),
                 add(y, order, 255),
                 {.op = Op::If, .a = Operand::reg(1), .b = Operand::constant(1), .target = 4},
                 {.op = Op::EndLife, .location = x}};
    Script script = threadsOf({code, code});
    script.initialValues[y] = 2;
    script.mortal.insert(x);
    return script;
  };
  const WeakOracleResult relaxed = judged(counted(Relaxed), WeakModel::Rc11);
  EXPECT_EQ(howMany(relaxed, "erroneous"), 0u);
  EXPECT_TRUE(relaxed.lifetimeRaces);
  EXPECT_FALSE(judged(counted(AcqRel), WeakModel::Rc11).lifetimeRaces);
  EXPECT_FALSE(judged(counted(Relaxed), WeakModel::Ra).lifetimeRaces);
}

TEST(WeakCases, DataRaces) {
  const auto passing = [](MemoryOrder release, MemoryOrder acquire) {
    return threadsOf({{store(x, 1, Plain), store(y, 1, release)}, {await(y, 1, acquire), load(x, Plain)}});
  };
  EXPECT_FALSE(judged(passing(Release, Acquire), WeakModel::Rc11).races);
  EXPECT_TRUE(judged(passing(Relaxed, Acquire), WeakModel::Rc11).races);
  EXPECT_TRUE(judged(passing(Release, Relaxed), WeakModel::Rc11).races);
  EXPECT_FALSE(judged(passing(Relaxed, Relaxed), WeakModel::Ra).races);
}

// The creation of a thread and its first access, as C++ orders them: the start of the thread lies in between.
TEST(WeakCases, SeqCstAcrossCreation) {
  Script script = threadsOf({{store(y, 1, SeqCst), load(x, SeqCst)}, {load(y, SeqCst)}});
  script.threads[0].insert(script.threads[0].begin() + 1, store(x, 1, SeqCst));
  EXPECT_EQ(judged(script, WeakModel::Rc11).executions.size(), judged(script, WeakModel::Sc).executions.size());
  EXPECT_EQ(judged(script, WeakModel::Sc).executions.size(), 3u);
}

TEST(WeakCases, RefusesWhatItCannotJudge) {
  EXPECT_TRUE(weakOracleRefuses(threadsOf({Code{{.op = Op::AtomicBegin}}}), WeakModel::Rc11).has_value());
  EXPECT_TRUE(weakOracleRefuses(threadsOf({Code{load(x, Relaxed)}}, 2), WeakModel::Rc11).has_value());
  EXPECT_FALSE(weakOracleRefuses(threadsOf({Code{load(x, Relaxed)}}), WeakModel::Rc11).has_value());
}

} // namespace revisit::test
