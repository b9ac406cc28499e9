// The levels of memory orders are lattices, and the orders of compare-and-swaps follow them.
#include "orders/order_level.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace revisit {
namespace {

constexpr SiteKind kinds[] = {SiteKind::Load, SiteKind::Store, SiteKind::Update, SiteKind::Fence};
constexpr MemoryOrder failures[] = {MemoryOrder::Relaxed, MemoryOrder::Acquire, MemoryOrder::SeqCst};

TEST(OrderLevel, LevelsAreClosedAndSorted) {
  for (const SiteKind kind : kinds)
    for (const OrderLevel a : levelsOf(kind))
      for (const OrderLevel b : levelsOf(kind)) {
        EXPECT_TRUE(std::ranges::count(levelsOf(kind), static_cast<OrderLevel>(a | b)) == 1);
        EXPECT_TRUE(std::ranges::count(levelsOf(kind), static_cast<OrderLevel>(a & b)) == 1);
        if (a != b && isAtMost(a, b)) {
          EXPECT_LT(std::ranges::find(levelsOf(kind), a), std::ranges::find(levelsOf(kind), b));
          EXPECT_LT(rankOf(a, kind), rankOf(b, kind));
        }
      }
}

TEST(OrderLevel, OrdersAndLevelsAreInverse) {
  for (const SiteKind kind : kinds)
    for (const OrderLevel level : levelsOf(kind))
      EXPECT_EQ(levelOf(orderOf(level), kind), level);
  EXPECT_EQ(levelOf(MemoryOrder::Consume, SiteKind::Load), acquireBit);
}

TEST(OrderLevel, FailureOrderIsMonotoneAndAllowed) {
  for (const OrderLevel success : levelsOf(SiteKind::Update))
    for (const MemoryOrder failure : failures) {
      EXPECT_EQ(failureOrderOf(success, success, failure), failure);
      for (const OrderLevel a : levelsOf(SiteKind::Update)) {
        const OrderLevel weak = levelOf(failureOrderOf(a, success, failure), SiteKind::Load);
        EXPECT_TRUE(a == success || isAtMost(a, success) == false ||
                    isAtMost(weak, static_cast<OrderLevel>(a & topOf(SiteKind::Load))));
        for (const OrderLevel b : levelsOf(SiteKind::Update))
          if (isAtMost(a, b)) {
            EXPECT_TRUE(isAtMost(weak, levelOf(failureOrderOf(b, success, failure), SiteKind::Load)));
          }
      }
    }
  EXPECT_EQ(failureOrderOf(topOf(SiteKind::Update), relaxedLevel, MemoryOrder::Relaxed), MemoryOrder::SeqCst);
  EXPECT_EQ(failureOrderOf(acquireBit, topOf(SiteKind::Update), MemoryOrder::Relaxed), MemoryOrder::Relaxed);
  EXPECT_EQ(failureOrderOf(releaseBit, topOf(SiteKind::Update), MemoryOrder::SeqCst), MemoryOrder::Relaxed);
}

} // namespace
} // namespace revisit
