// The timeline on random executions, compared with answers computed from the definitions.
#include "query/timeline/event_filter.h"
#include "query/timeline/timeline.h"
#include "random_witness.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace revisit::timeline_property_test {
namespace {

using Numbers = std::vector<EventNumber>;

constexpr unsigned seeds = 150;

Timeline timelineOf(Witness witness) {
  Result<Timeline> timeline = Timeline::make(std::move(witness));
  EXPECT_TRUE(timeline.ok()) << timeline.error().what;
  return std::move(timeline.value());
}

// Does `first` directly cause `second`? Requires that every thread has its own name.
bool causes(const Witness& witness, EventNumber first, EventNumber second) {
  const WitnessEvent &a = witness.schedule[first - 1], &b = witness.schedule[second - 1];
  if (first >= second)
    return false;
  if (a.thread == b.thread || b.readsFrom == WitnessEventRef{a.thread, a.index})
    return true;
  if (a.kind == LabelKind::Object && b.kind == LabelKind::Object && a.address == b.address)
    return true;
  if (a.kind == LabelKind::Create && a.child == b.thread)
    return true;
  return b.kind == LabelKind::Join && b.child == a.thread;
}

// before[a][b]: the transitive closure.
std::vector<std::vector<bool>> naiveOrder(const Witness& witness) {
  const std::size_t size = witness.schedule.size();
  std::vector before(size + 1, std::vector<bool>(size + 1));
  for (EventNumber a = 1; a <= size; a++)
    for (EventNumber b = 1; b <= size; b++)
      before[a][b] = causes(witness, a, b);
  for (EventNumber middle = 1; middle <= size; middle++)
    for (EventNumber a = 1; a <= size; a++)
      for (EventNumber b = 1; before[a][middle] && b <= size; b++)
        if (before[middle][b])
          before[a][b] = true;
  return before;
}

TEST(TimelineProperty, HappensBeforeIsTheTransitiveClosure) {
  for (unsigned seed = 0; seed < seeds; seed++) {
    const Timeline timeline = timelineOf(randomWitness(seed));
    const auto expected = naiveOrder(timeline.witness());
    for (EventNumber b = 1; b <= timeline.size(); b++) {
      Numbers prefix;
      for (EventNumber a = 1; a <= timeline.size(); a++) {
        ASSERT_EQ(timeline.happensBefore(a, b), expected[a][b]) << "seed " << seed << ": " << a << ", " << b;
        if (expected[a][b])
          prefix.push_back(a);
      }
      ASSERT_EQ(timeline.causalPrefix(b), prefix) << "seed " << seed << ": " << b;
    }
  }
}

TEST(TimelineProperty, HappensBeforeIsAStrictPartialOrderInsideTheSchedule) {
  for (unsigned seed = 0; seed < seeds; seed++) {
    const Timeline timeline = timelineOf(randomWitness(seed, {.events = 30, .sameNames = true}));
    for (EventNumber a = 1; a <= timeline.size(); a++)
      for (EventNumber b = 1; b <= timeline.size(); b++) {
        if (a >= b) {
          ASSERT_FALSE(timeline.happensBefore(a, b)) << "seed " << seed << ": " << a << ", " << b;
          continue;
        }
        for (EventNumber c = b + 1; timeline.happensBefore(a, b) && c <= timeline.size(); c++)
          ASSERT_TRUE(!timeline.happensBefore(b, c) || timeline.happensBefore(a, c));
      }
  }
}

TEST(TimelineProperty, WithoutTheOwnReadsFromAndTurnNothingElseIsMissing) {
  for (unsigned seed = 0; seed < seeds; seed++) {
    const Witness witness = randomWitness(seed);
    const Timeline timeline = timelineOf(witness);
    for (EventNumber b = 1; b <= timeline.size(); b++) {
      Witness cut = witness;
      cut.schedule[b - 1].readsFrom.reset();
      if (cut.schedule[b - 1].kind == LabelKind::Object)
        cut.schedule[b - 1].address = 0xffff; // a separate object
      const Timeline without = timelineOf(std::move(cut));
      for (EventNumber a = 1; a <= timeline.size(); a++)
        ASSERT_EQ(timeline.forcedBefore(a, b), without.happensBefore(a, b))
            << "seed " << seed << ": " << a << ", " << b;
    }
  }
}

bool overlap(const WitnessEvent& event, const ByteRange& range) {
  return isMemory(event.kind) && range.size != 0 && event.address < range.address + range.size &&
         range.address < event.address + event.size;
}

TEST(TimelineProperty, MemoryQuestionsAgreeWithAScan) {
  std::mt19937 random(1);
  for (unsigned seed = 0; seed < seeds; seed++) {
    const Timeline timeline = timelineOf(randomWitness(seed, {.events = 80, .bytes = 24}));
    for (int question = 0; question < 20; question++) {
      const ByteRange range{0x1000 + random() % 28, 1 + random() % 9};
      const SchedulePosition position = random() % (timeline.size() + 1);
      Numbers touching, writes;
      std::optional<EventNumber> writer;
      for (EventNumber number = 1; number <= timeline.size(); number++) {
        const WitnessEvent& event = timeline.event(number);
        if (!overlap(event, range))
          continue;
        touching.push_back(number);
        if (event.writes)
          writes.push_back(number);
        if (event.writes && number <= position)
          writer = number;
      }
      ASSERT_EQ(timeline.touching(range), touching) << "seed " << seed;
      ASSERT_EQ(timeline.coherenceOrder(range), writes) << "seed " << seed;
      ASSERT_EQ(timeline.writer(range, position), writer) << "seed " << seed;
      const std::vector<ValueChange> history = timeline.history(range);
      ASSERT_EQ(history.size(), touching.size());
      for (std::size_t i = 0; i < history.size(); i++)
        ASSERT_EQ(history[i], (ValueChange{touching[i], timeline.event(touching[i]).thread,
                                           timeline.event(touching[i]).seen, timeline.event(touching[i]).written}));
    }
  }
}

TEST(TimelineProperty, NeighboursInCoherenceAgreeWithAScan) {
  for (unsigned seed = 0; seed < seeds; seed++) {
    const Timeline timeline = timelineOf(randomWitness(seed));
    for (EventNumber number = 1; number <= timeline.size(); number++) {
      const ByteRange range = timeline.rangeOf(number);
      std::optional<EventNumber> previous, next;
      for (EventNumber other = 1; range.size != 0 && other <= timeline.size(); other++) {
        if (!timeline.event(other).writes || !overlap(timeline.event(other), range))
          continue;
        if (other < number)
          previous = other;
        if (other > number && !next)
          next = other;
      }
      ASSERT_EQ(timeline.previousWriter(number), previous) << "seed " << seed << ": " << number;
      ASSERT_EQ(timeline.nextWriter(number), next) << "seed " << seed << ": " << number;
      const auto readers = timeline.readersOf(number);
      for (EventNumber other = 1; other <= timeline.size(); other++)
        ASSERT_EQ(timeline.readsFrom(other) == number, std::ranges::find(readers, other) != readers.end());
    }
  }
}

TEST(TimelineProperty, StepsOfThreadsAgreeWithAScan) {
  for (unsigned seed = 0; seed < seeds; seed++) {
    const Timeline timeline = timelineOf(randomWitness(seed));
    for (unsigned thread = 0; thread < timeline.witness().threads.size(); thread++)
      for (SchedulePosition position = 0; position <= timeline.size(); position++) {
        std::optional<EventNumber> last, next;
        for (EventNumber number = timeline.size(); number > position; number--)
          if (timeline.event(number).thread == thread)
            next = number;
        for (EventNumber number = 1; number <= position; number++)
          if (timeline.event(number).thread == thread)
            last = number;
        ASSERT_EQ(timeline.lastOf(thread, position), last);
        ASSERT_EQ(timeline.nextOf(thread, position), next);
      }
  }
}

// Each part of a filter, evaluated event by event without any index.
bool holds(const Timeline& timeline, const EventFilter& filter, EventNumber number) {
  const WitnessEvent& event = timeline.event(number);
  const auto isPlace = [&](const WitnessPosition& place) {
    return place.line == filter.line->line && ("/" + place.file).ends_with("/" + filter.line->file);
  };
  const auto touches = [&] {
    return overlap(event, *filter.range) ||
           (event.kind == LabelKind::Object && event.address - filter.range->address < filter.range->size);
  };
  const auto isAfter = [&] {
    const WitnessEvent& write = timeline.event(*filter.coherenceAfter);
    return event.writes && number > *filter.coherenceAfter && overlap(event, {write.address, write.size});
  };
  return (!filter.number || number == *filter.number) && (!filter.thread || event.thread == *filter.thread) &&
         (!filter.kind || kindOf(event) == *filter.kind) &&
         (filter.location.empty() || event.what == filter.location || event.what.starts_with(filter.location + "+")) &&
         (!filter.range || touches()) && (!filter.line || std::ranges::any_of(event.calls, isPlace)) &&
         (!filter.readsFrom || timeline.readsFrom(number) == *filter.readsFrom) &&
         (!filter.coherenceAfter || isAfter());
}

EventFilter randomFilter(const Timeline& timeline, std::mt19937& random) {
  EventFilter filter;
  const auto chance = [&](unsigned oneIn) { return random() % oneIn == 0; };
  if (chance(12))
    filter.number = 1 + random() % timeline.size();
  if (chance(4))
    filter.thread = random() % timeline.witness().threads.size();
  if (chance(4))
    filter.kind = static_cast<EventKind>(random() % eventKinds);
  if (chance(4))
    filter.location = std::vector<std::string>{"x", "x+4", "m0", "y"}[random() % 4];
  if (chance(4))
    filter.range = chance(3) ? ByteRange{0x8000, 64 * (random() % 3)} : ByteRange{0x1000 + random() % 20, random() % 9};
  if (chance(6))
    filter.line = SourceLine{std::vector<std::string>{"file1.c", "dir0/file1.c", "ile1.c"}[random() % 3],
                             static_cast<unsigned>(random() % 20)};
  if (chance(8))
    filter.readsFrom = 1 + random() % timeline.size();
  if (const EventNumber write = 1 + random() % timeline.size(); chance(6) && timeline.event(write).writes)
    filter.coherenceAfter = write;
  return filter;
}

TEST(TimelineProperty, FiltersAgreeWithAScan) {
  std::mt19937 random(2);
  std::size_t found = 0;
  for (unsigned seed = 0; seed < seeds; seed++) {
    const Timeline timeline = timelineOf(randomWitness(seed, {.events = 120}));
    for (int question = 0; question < 40; question++) {
      const EventFilter filter = randomFilter(timeline, random);
      Numbers expected;
      for (EventNumber number = 1; number <= timeline.size(); number++)
        if (holds(timeline, filter, number))
          expected.push_back(number);
      const auto answer = matching(timeline, filter);
      ASSERT_TRUE(answer.ok()) << answer.error().what;
      ASSERT_EQ(answer.value(), expected) << "seed " << seed << ", question " << question;
      found += !expected.empty() && expected.size() < timeline.size();
    }
  }
  EXPECT_GT(found, 1000u);
}

} // namespace
} // namespace revisit::timeline_property_test
