// How bytes become shared and which locations they form.
#include "target/owner_map.h"

#include <gtest/gtest.h>

namespace revisit {
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
} // namespace revisit
