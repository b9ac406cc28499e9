// The words of filters.
#include "query/timeline/event_search.h"
#include "witness_builder.h"

#include <gtest/gtest.h>

namespace revisit::event_search_test {
namespace {

using Numbers = std::vector<EventNumber>;

class EventSearch : public testing::Test {
protected:
  EventSearch() {
    m_builder.at("/src/a.c", 7);
    m_builder.create(0, "worker");  // 1
    m_builder.write(0, "count", 1); // 2
    m_builder.read(1, "count");     // 3
    m_builder.at("/src/a.c", 8);
    m_builder.lock(1, "guard");     // 4
    m_builder.write(1, "count", 2); // 5
  }
  Numbers found(const std::string& text) {
    Result<Timeline> timeline = Timeline::make(m_builder.witness());
    return searchEvents(timeline.value(), text);
  }
  WitnessBuilder m_builder;
};

TEST_F(EventSearch, AllWordsMustHold) {
  EXPECT_EQ(found(""), (Numbers{1, 2, 3, 4, 5}));
  EXPECT_EQ(found("count"), (Numbers{2, 3, 5}));
  EXPECT_EQ(found("T1 write"), (Numbers{5}));
  EXPECT_EQ(found("W a.c:8"), (Numbers{5}));
}

TEST_F(EventSearch, AMinusTurnsAWordRound) {
  EXPECT_EQ(found("-count"), (Numbers{1, 4}));
  EXPECT_EQ(found("count -read"), (Numbers{2, 5}));
  EXPECT_EQ(found("-T0 -L"), (Numbers{3, 5}));
  EXPECT_EQ(found("-a.c:8"), (Numbers{1, 2, 3}));
  EXPECT_EQ(found("-17"), (Numbers{1, 2, 3, 4, 5})) << "there is no event 17";
  EXPECT_EQ(found("-nothing"), (Numbers{1, 2, 3, 4, 5}));
  EXPECT_EQ(found("-"), Numbers{}) << "a word like others";
}

TEST_F(EventSearch, WordsWithoutAMinusNameWhatIsToBeFound) {
  EXPECT_TRUE(namesEvents("-read count"));
  EXPECT_FALSE(namesEvents("-read -T1"));
  EXPECT_FALSE(namesEvents("  "));
}

} // namespace
} // namespace revisit::event_search_test
