// What the list of pieces does with what workers bring.
#include "check/pieces/piece_list.h"

#include <gtest/gtest.h>

namespace revisit {
namespace {

using Paths = std::vector<std::vector<unsigned>>;

PieceResult resultWith(Paths threadPaths) {
  PieceResult result;
  result.known.emplace();
  result.known->memory.threadPaths = std::move(threadPaths);
  return result;
}

// Two workers explore at the same time, and each discovers another thread as its third one.
TEST(PieceList, AWorkerWithOtherNumbersOfThreadsGivesWay) {
  PieceList list(2, PieceList::Sharing::WhenWanted,
                 {{}, {{false, {}, wholeExploration()}, {false, {}, wholeExploration()}}});
  const std::optional<PieceTask> one = list.next(0, {}), other = list.next(1, {});
  ASSERT_TRUE(one && other);
  const Paths first = {{}, {0}, {0, 0}}, second = {{}, {0}, {0, 1}};
  list.finish(0, one->entry, resultWith(first));
  list.finish(1, other->entry, resultWith(second));
  const std::optional<PieceTask> again = list.next(1, {});
  ASSERT_TRUE(again);
  ASSERT_TRUE(again->known) << "what it learnt contradicts what the others know";
  EXPECT_EQ(again->known->memory.threadPaths, first);
}

// The same, where the worker that comes later began before anything was known: what it explored is void.
TEST(PieceList, WhatWasExploredWithOtherNumbersIsVoid) {
  PieceList list(3, PieceList::Sharing::WhenWanted,
                 {{}, {{false, {}, wholeExploration()}, {false, {}, wholeExploration()}}});
  const std::optional<PieceTask> one = list.next(0, {});
  ASSERT_TRUE(one);
  list.finish(0, one->entry, resultWith({{}, {0}, {0, 0}}));
  const std::optional<PieceTask> other = list.next(1, {});
  ASSERT_TRUE(other && other->known);
  list.finish(1, other->entry, resultWith({{}, {0}, {0, 1}}));
  EXPECT_FALSE(list.isExplored());
  const std::optional<PieceTask> again = list.next(1, {});
  ASSERT_TRUE(again && again->known);
  EXPECT_EQ(again->known->memory.threadPaths, (Paths{{}, {0}, {0, 0}}));
}

} // namespace
} // namespace revisit
