// Patterns of races, and properties that all patterns share.
#include "pattern_fixture.h"

#include <algorithm>

namespace revisit::race_patterns_test {
namespace {

using RacePatterns = PatternTest;

// --- Races

TEST_F(RacePatterns, ARaceSaysWhichLocksAreHeld) {
  threads(2);
  builder.lock(1, "m");
  const EventNumber first = at(5).write(1, "x", 1);
  builder.unlock(1, "m");
  const EventNumber second = at(9).write(2, "x", 2);
  race(first, second);
  EXPECT_EQ(text(), "  race on 'x': no common lock\n"
                    "     4  T1 a writes x = 1 at a.c:5, holds m\n"
                    "     6  T2 b writes x = 2 at a.c:9, holds no lock\n");
}

TEST_F(RacePatterns, ARaceUnderALockForReading) {
  threads(2);
  builder.object(1, "read lock", "rw");
  builder.object(2, "read lock", "rw");
  const EventNumber first = builder.write(1, "x", 1), second = builder.read(2, "x");
  race(first, second);
  EXPECT_EQ(headline(), "race on 'x': both hold the lock only for reading");
}

TEST_F(RacePatterns, PublicationByARace) {
  threads(2);
  const EventNumber content = builder.write(1, "data", 42);
  const EventNumber flag = builder.write(1, "ready", 1), look = builder.read(2, "ready");
  builder.read(2, "data");
  race(flag, look);
  EXPECT_EQ(headline(), "publication of 'ready' without synchronisation");
  EXPECT_EQ(events(), (std::vector<EventNumber>{content, flag, look}));
}

TEST_F(RacePatterns, PublicationWhoseContentRaces) {
  threads(2);
  const EventNumber content = builder.write(1, "data", 42);
  builder.write(1, "ready", 1);
  const EventNumber look = builder.read(2, "ready"), use = builder.read(2, "data");
  race(content, use);
  EXPECT_EQ(headline(), "publication of 'data' without synchronisation");
  EXPECT_EQ(events(), (std::vector<EventNumber>{content, look, use}));
}

TEST_F(RacePatterns, AFlagWithoutContentPublishesNothing) {
  threads(2);
  const EventNumber flag = builder.write(1, "ready", 1), look = builder.read(2, "ready");
  race(flag, look);
  EXPECT_EQ(headline(), "race on 'ready': no common lock");
}

// The content was written before the reader began.
TEST_F(RacePatterns, ContentOfBeforeIsNotPublishedByTheRace) {
  builder.write(0, "data", 42);
  threads(1);
  const EventNumber flag = builder.write(0, "ready", 1), look = builder.read(1, "ready");
  builder.read(1, "data");
  race(flag, look);
  EXPECT_EQ(headline(), "race on 'ready': no common lock");
}

TEST_F(RacePatterns, ARacingUpdateCanBeLost) {
  threads(2);
  at(5).read(1, "n");
  const EventNumber write = builder.write(1, "n", 1), read = builder.read(2, "n");
  builder.write(2, "n", 2);
  race(write, read);
  EXPECT_EQ(headline(), "update of 'n' in two steps: another order loses one");
}

TEST_F(RacePatterns, ARacingUpdateThatIsLost) {
  threads(2);
  const EventNumber read = at(5).read(1, "n");
  builder.read(2, "n");
  const EventNumber lost = builder.write(2, "n", 1), over = builder.write(1, "n", 1);
  race(lost, over);
  EXPECT_EQ(headline(), "lost update of 'n'");
  EXPECT_EQ(events(), (std::vector<EventNumber>{read, lost, over}));
}

// --- All of them

TEST_F(RacePatterns, NothingIsClaimedOfWhatIsRight) {
  threads(2);
  builder.write(1, "x", 1);
  builder.read(2, "x");
  EXPECT_EQ(headline(), "");
  EXPECT_EQ(text(), "");
}

TEST_F(RacePatterns, LinesFitEightyColumns) {
  const std::string name = "std::vector<std::pair<std::string, Account>>::iterator of a very long name";
  builder.create(0, "a thread with a name that is much too long");
  builder.create(0, "b");
  builder.at("/src/a_file_with_a_name_that_fills_half_of_the_line.cpp", 1000);
  builder.lock(1, "a mutex with a name that is much too long as well");
  const EventNumber first = builder.write(1, name, 1), second = builder.write(2, name, 2);
  race(first, second);
  const std::string report = text();
  for (std::size_t at = 0; at < report.size(); at = report.find('\n', at) + 1)
    EXPECT_LE(report.find('\n', at) - at, 80u) << report;
  EXPECT_EQ(std::ranges::count(report, '\n'), 6) << report; // nothing but names is cut
}

TEST_F(RacePatterns, AnExplanationBindsEachSentenceToItsEvent) {
  threads(2);
  const EventNumber first = at(5).write(1, "x", 1), second = at(9).write(2, "x", 2);
  race(first, second);
  Result<Timeline> timeline = Timeline::make(builder.witness());
  ASSERT_TRUE(timeline.ok());
  const Explanation explanation = whyBug(timeline.value());
  EXPECT_EQ(explanationText(explanation), "race on 'x': no common lock.\n"
                                          "  (1,0) T1 a writes x = 1 at a.c:5, holds no lock.\n"
                                          "  (2,0) T2 b writes x = 2 at a.c:9, holds no lock.\n");
  EXPECT_EQ(explanation.event, second);
  ASSERT_EQ(explanation.reasons.size(), 2u);
  EXPECT_EQ(explanation.reasons[0].event, first);
}

} // namespace
} // namespace revisit::race_patterns_test
