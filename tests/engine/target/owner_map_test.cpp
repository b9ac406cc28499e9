// How bytes become shared and which locations they form.
#include "target/owner_map.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace revisit::owner_map_test {
namespace {

using Ranges = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

Ranges ranges(const OwnerMap& map) {
  Ranges result;
  for (const RevisitRange& range : map.locations())
    result.emplace_back(range.begin, range.end);
  return result;
}

TEST(OwnerMap, OneThreadSharesNothing) {
  OwnerMap map(false);
  map.touch(100, 4, 0, false);
  map.touch(100, 4, 0, false);
  EXPECT_FALSE(map.update());
  EXPECT_TRUE(ranges(map).empty());
}

TEST(OwnerMap, TheSecondThreadShares) {
  OwnerMap map(false);
  map.touch(100, 4, 0, false);
  map.touch(104, 4, 0, false);
  map.touch(100, 4, 1, false);
  EXPECT_TRUE(map.update());
  EXPECT_EQ(ranges(map), (Ranges{{100, 104}}));
  EXPECT_FALSE(map.update());
}

// The same accesses, one by one and as pages of touched bytes.
TEST(OwnerMap, PagesSayTheSameAsAccesses) {
  std::uint64_t random = 12345;
  const auto below = [&](std::uint64_t limit) {
    random = random * 6364136223846793005ull + 1442695040888963407ull;
    return (random >> 33) % limit;
  };
  for (int round = 0; round < 50; round++) {
    OwnerMap one(false), other(false);
    std::map<std::pair<std::uint64_t, std::uint64_t>, RevisitTouchedPage> pages; // by page and thread
    for (int i = 0; i < 60; i++) {
      const std::uint64_t address = 2 * REVISIT_PAGE_BYTES - 40 + below(80);
      const auto size = static_cast<unsigned>(1 + below(8));
      const auto thread = static_cast<std::uint16_t>(below(3));
      const bool isPiece = below(3) == 0;
      one.touch(address, size, thread, isPiece);
      for (unsigned at = 0; at < size; at++) {
        const std::uint64_t number = (address + at) / REVISIT_PAGE_BYTES;
        RevisitTouchedPage& page = pages[{number, thread}];
        page.number = number;
        page.thread = thread;
        const unsigned joined = isPiece ? unsigned{REVISIT_TOUCH_PIECE_JOINED} : unsigned{REVISIT_TOUCH_JOINED};
        page.bytes[(address + at) % REVISIT_PAGE_BYTES] |= static_cast<std::uint8_t>(
            REVISIT_TOUCHED | (isPiece ? 0u : unsigned{REVISIT_TOUCH_SINGLE}) | (at + 1 < size ? joined : 0u));
      }
    }
    for (const auto& [place, page] : pages)
      other.touch(page);
    EXPECT_EQ(one.update(), other.update());
    EXPECT_EQ(ranges(one), ranges(other)) << "round " << round;
  }
}

TEST(OwnerMap, WhatItTellsIsAllThatItKnows) {
  std::mt19937 random(1);
  const auto below = [&](unsigned limit) { return static_cast<unsigned>(random() % limit); };
  for (int round = 0; round < 200; round++) {
    OwnerMap map(false), other(false);
    for (unsigned i = below(60); i > 0; i--)
      map.touch(REVISIT_PAGE_BYTES - 40 + below(80), 1 + below(8), static_cast<std::uint16_t>(below(3)), below(3) == 0);
    map.update();
    MemoryKnowledge told, again;
    map.tell(told);
    other.join(told);
    other.tell(again);
    EXPECT_EQ(ranges(map), ranges(other)) << "round " << round;
    EXPECT_EQ(told.touched, again.touched) << "round " << round;
  }
}

TEST(OwnerMap, AFilledArrayIsOneRow) {
  OwnerMap map(false);
  for (std::uint64_t word = 0; word < 10'000; word++)
    map.touch(4096 + 8 * word, 8, 0, false);
  MemoryKnowledge told;
  map.tell(told);
  ASSERT_EQ(told.touched.size(), 1u);
  EXPECT_EQ(told.touched[0].unit, 8u);
  EXPECT_EQ(told.touched[0].end - told.touched[0].begin, 80'000u);
}

TEST(OwnerMap, OverlapsAreOneLocation) {
  OwnerMap map(false);
  map.touch(100, 2, 0, false);
  map.touch(102, 2, 1, false);
  EXPECT_FALSE(map.update());
  map.touch(100, 4, 1, false);
  EXPECT_TRUE(map.update());
  EXPECT_EQ(ranges(map), (Ranges{{100, 104}}));
  map.touch(102, 8, 1, false);
  EXPECT_TRUE(map.update());
  EXPECT_EQ(ranges(map), (Ranges{{100, 110}}));
}

TEST(OwnerMap, PiecesDoNotJoinFields) {
  OwnerMap map(false);
  map.touch(96, 8, 0, true);
  map.touch(96, 4, 1, false);
  map.touch(100, 4, 1, false);
  EXPECT_TRUE(map.update());
  EXPECT_EQ(ranges(map), (Ranges{{96, 100}, {100, 104}}));
}

TEST(OwnerMap, PiecesAloneStayTogether) {
  OwnerMap map(false);
  map.touch(96, 8, 0, true);
  map.touch(96, 8, 1, true);
  EXPECT_TRUE(map.update());
  EXPECT_EQ(ranges(map), (Ranges{{96, 104}}));
}

TEST(OwnerMap, EverythingCanBeShared) {
  OwnerMap map(true);
  map.touch(100, 4, 0, false);
  EXPECT_TRUE(map.update());
  map.touch(200, 4, 0, false);
  map.touch(100, 4, 0, false);
  EXPECT_TRUE(map.update());
  EXPECT_FALSE(map.update());
  EXPECT_EQ(ranges(map), (Ranges{{100, 104}, {200, 204}}));
  map.touch(102, 4, 0, false);
  EXPECT_TRUE(map.update());
}

TEST(OwnerMap, LocationsCrossPages) {
  OwnerMap map(false);
  map.touch(4094, 4, 0, false);
  map.touch(4096, 1, 1, false);
  EXPECT_TRUE(map.update());
  EXPECT_EQ(ranges(map), (Ranges{{4094, 4098}}));
  EXPECT_NE(map.find(4097), nullptr);
  EXPECT_EQ(map.find(4098), nullptr);
}

} // namespace
} // namespace revisit::owner_map_test
