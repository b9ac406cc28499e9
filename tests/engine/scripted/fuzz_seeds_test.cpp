// The quarters of the seeds are all of them, each once.
#include "fuzz_seeds.h"

#include <algorithm>
#include <vector>

namespace revisit::test {

TEST(FuzzSeeds, TheQuartersAreAllSeedsEachOnce) {
  for (const std::uint64_t count : {0, 1, 2, 3, 4, 5, 8, 133, 333, 20000}) {
    std::vector<std::uint64_t> taken, sizes;
    for (const char* rotation : {"0", "1", "2", "3"}) {
      const RotatedPart part = rotatedPart(count, rotation);
      sizes.push_back(part.end - part.begin);
      for (std::uint64_t seed = part.begin; seed < part.end; seed++)
        taken.push_back(seed);
    }
    ASSERT_EQ(taken.size(), count);
    for (std::uint64_t seed = 0; seed < count; seed++)
      EXPECT_EQ(taken[seed], seed) << "of " << count;
    EXPECT_LE(*std::ranges::max_element(sizes) - *std::ranges::min_element(sizes), 1u) << "of " << count;
    EXPECT_EQ(rotatedPart(count, "all").end, count);
    EXPECT_EQ(rotatedPart(count, "").end, count);
    EXPECT_EQ(rotatedPart(count, nullptr).end, count);
  }
}

TEST(FuzzSeeds, AWrongRotationIsAnError) {
  for (const char* rotation : {"4", "-1", "00", "some"})
    EXPECT_THROW(rotatedPart(100, rotation), std::invalid_argument) << rotation;
}

} // namespace revisit::test
