// The claims of explanations about other executions, compared with every order that happens-before allows.
#include "query/explain/explain.h"
#include "random_witness.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace revisit::explain_property_test {
namespace {

Timeline timelineOf(const Witness& witness) {
  Result<Timeline> timeline = Timeline::make(witness);
  EXPECT_TRUE(timeline.ok()) << timeline.error().what;
  return std::move(timeline.value());
}

// Every order of the events that keeps happens-before; calls `visit` with each.
template <class Visit> void forEveryOrder(const Timeline& timeline, std::vector<EventNumber>& done, Visit visit) {
  if (done.size() == timeline.size())
    return visit(done);
  const auto isDone = [&](EventNumber number) { return std::ranges::find(done, number) != done.end(); };
  for (EventNumber next = 1; next <= timeline.size(); next++) {
    if (isDone(next) || !std::ranges::all_of(timeline.causalPrefix(next), isDone))
      continue;
    done.push_back(next);
    forEveryOrder(timeline, done, visit);
    done.pop_back();
  }
}

// The last write before the read in some order that keeps everything except the read's own reads-from; 0: none.
std::vector<bool> readableByBruteForce(const Witness& witness, EventNumber read) {
  Witness cut = witness;
  cut.schedule[read - 1].readsFrom.reset();
  const Timeline timeline = timelineOf(cut);
  std::vector<bool> readable(timeline.size() + 1);
  std::vector<EventNumber> done;
  forEveryOrder(timeline, done, [&](const std::vector<EventNumber>& order) {
    EventNumber last = 0;
    for (const EventNumber number : order) {
      if (number == read)
        break;
      if (timeline.event(number).writes)
        last = number;
    }
    readable[last] = true;
  });
  return readable;
}

TEST(WhyRead, ClaimsOfOtherExecutionsAgreeWithBruteForce) {
  unsigned may = 0, mayNot = 0;
  for (unsigned seed = 0; seed < 300; seed++) {
    const Witness witness = randomWitness(seed, {.events = 9, .threads = 3, .objects = 1, .oneShape = true});
    const Timeline timeline = timelineOf(witness);
    for (const EventNumber read : timeline.ofKind(EventKind::Read)) {
      const std::vector<bool> readable = readableByBruteForce(witness, read);
      const Explanation explanation = why(timeline, read);
      for (const EventNumber write : timeline.ofKind(EventKind::Write)) {
        if (timeline.readsFrom(read) == write)
          continue;
        const bool claimed = std::ranges::any_of(explanation.reasons, [&](const Reason& reason) {
          return reason.event == write && reason.sentence.starts_with("(") &&
                 reason.sentence.find("another execution may read it") != std::string::npos;
        });
        ASSERT_EQ(claimed, readable[write]) << "seed " << seed << ": " << write << "\n" << explanationText(explanation);
        (claimed ? may : mayNot)++;
      }
      if (!timeline.readsFrom(read))
        continue;
      const bool initial = std::ranges::any_of(explanation.reasons, [&](const Reason& reason) {
        return reason.sentence.starts_with("The initial value") &&
               reason.sentence.find("may read") != std::string::npos;
      });
      ASSERT_EQ(initial, readable[0]) << "seed " << seed << "\n" << explanationText(explanation);
    }
  }
  EXPECT_GT(may, 100u);
  EXPECT_GT(mayNot, 100u);
}

} // namespace
} // namespace revisit::explain_property_test
