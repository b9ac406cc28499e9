// The oracle for weak memory on the usual small programs, under all models: how many executions each has.
#include "litmus.h"

#include <gtest/gtest.h>

namespace revisit::test {

using enum MemoryOrder;
using namespace litmus;

TEST(WeakCounts, StoreBuffering) {
  const auto sb = [](MemoryOrder stores, MemoryOrder loads) {
    return counts({{store(x, 1, stores), load(y, loads)}, {store(y, 1, stores), load(x, loads)}});
  };
  EXPECT_EQ(sb(Relaxed, Relaxed), Counts({3, 4, 4, 4, 4, 4}));
  EXPECT_EQ(sb(SeqCst, SeqCst), Counts({3, 3, 3, 4, 4, 3}));
  EXPECT_EQ(sb(SeqCst, Relaxed), Counts({3, 3, 3, 4, 4, 4}));
}

TEST(WeakCounts, StoreBufferingWithUpdatesBetween) {
  EXPECT_EQ(counts({{store(x, 1, Relaxed), add(z, Relaxed), load(y, Relaxed)},
                    {store(y, 1, Relaxed), add(z, Relaxed), load(x, Relaxed)}}),
            Counts({4, 4, 4, 4, 4, 8}));
}

TEST(WeakCounts, TwoStoresToTwoLocations) {
  const auto twoPlusTwo = [](MemoryOrder order) {
    return counts({{store(x, 1, order), store(y, 2, order)}, {store(y, 1, order), store(x, 2, order)}});
  };
  EXPECT_EQ(twoPlusTwo(Relaxed), Counts({3, 3, 4, 3, 4, 4}));
  EXPECT_EQ(twoPlusTwo(SeqCst), Counts({3, 3, 3, 3, 4, 3}));
}

TEST(WeakCounts, MessagePassing) {
  EXPECT_EQ(counts({{store(x, 1, Relaxed), store(y, 1, Relaxed)}, {load(y, Relaxed), load(x, Relaxed)}}),
            Counts({3, 3, 4, 3, 3, 4}));
  EXPECT_EQ(
      counts({{store(x, 1, Relaxed), fence(Release), store(y, 1, Relaxed)}, {load(y, Relaxed), load(x, Relaxed)}}),
      Counts({3, 3, 3, 3, 3, 4}));
  EXPECT_EQ(counts({{store(x, 1, Relaxed), store(y, 1, Release)}, {load(y, Acquire), load(x, Relaxed)}}),
            Counts({3, 3, 3, 3, 3, 3}));
}

TEST(WeakCounts, StoreAndStoreWithRead) { // S and R
  EXPECT_EQ(counts({{store(x, 2, Relaxed), store(y, 1, Relaxed)}, {load(y, Relaxed), store(x, 1, Relaxed)}}),
            Counts({3, 3, 4, 3, 3, 4}));
  EXPECT_EQ(counts({{store(x, 1, Relaxed), store(y, 1, Relaxed)}, {store(y, 2, Relaxed), load(x, Relaxed)}}),
            Counts({3, 4, 4, 4, 4, 4}));
}

TEST(WeakCounts, ReadToWriteCausality) {
  const auto rwc = [](MemoryOrder order) {
    return counts({{store(x, 1, order)}, {load(x, order), load(y, order)}, {store(y, 1, order), load(x, order)}});
  };
  EXPECT_EQ(rwc(Relaxed), Counts({7, 8, 8, 8, 8, 8}));
  EXPECT_EQ(rwc(SeqCst), Counts({7, 7, 7, 8, 8, 7}));
}

TEST(WeakCounts, IndependentReadsOfIndependentWrites) {
  const auto iriw = [](MemoryOrder order) {
    return counts({{store(x, 1, order)},
                   {store(y, 1, order)},
                   {load(x, order), load(y, order)},
                   {load(y, order), load(x, order)}});
  };
  EXPECT_EQ(iriw(Relaxed), Counts({15, 15, 15, 16, 16, 16}));
  EXPECT_EQ(iriw(SeqCst), Counts({15, 15, 15, 16, 16, 15}));
}

// A later store of the same thread is in no release sequence since C++20.
TEST(WeakCounts, ReleaseSequenceOfOneThread) {
  EXPECT_EQ(counts({{store(y, 1, Relaxed), store(x, 1, Release), store(x, 2, Relaxed)},
                    {load(x, Acquire), load(y, Relaxed)}}),
            Counts({4, 4, 4, 4, 4, 5}));
}

TEST(WeakCounts, Z6U) {
  EXPECT_EQ(counts({{store(x, 1, SeqCst), store(y, 1, Release)},
                    {add(y, SeqCst), load(y, Relaxed)},
                    {store(y, 3, SeqCst), load(x, SeqCst)}}),
            Counts({18, 18, 18, 24, 24, 24}));
}

} // namespace revisit::test
