// The execution graph itself: what it keeps while it grows, shrinks and is undone.
#include "random_graph.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace revisit::test {
namespace {

std::string keyOf(const ExecutionGraph& graph, EventId id) {
  if (!id.valid())
    return "-";
  const Event& event = graph.event(id);
  return event.thread.valid() ? fmt::format("{}.{}", event.thread.value(), event.index)
                              : fmt::format("init {}", event.location.value());
}

// All that the graph answers, as text.
std::string contentOf(const ExecutionGraph& graph) {
  std::string text = fmt::format("{} events\n", graph.eventCount());
  for (std::uint32_t t = 0; t < graph.threadCount(); t++) {
    const ThreadId thread(t);
    if (!graph.created(thread)) {
      EXPECT_TRUE(graph.events(thread).empty());
      continue; // the number of threads does not shrink
    }
    text += fmt::format("thread {}: ended {} creator {} state {}\n", t, graph.ended(thread),
                        keyOf(graph, graph.creator(thread)), graph.state(thread).value());
    for (const EventId id : graph.events(thread)) {
      const Event& event = graph.event(id);
      std::vector<std::string> readers;
      for (EventId reader = event.firstReader; reader.valid(); reader = graph.event(reader).nextReader)
        readers.push_back(keyOf(graph, reader));
      std::ranges::sort(readers);
      std::vector<std::uint32_t> clock(graph.clock(id).begin(), graph.clock(id).end());
      while (!clock.empty() && clock.back() == 0)
        clock.pop_back();
      const bool isListed = event.writes || event.isDependedOn;
      text += fmt::format("  {} kind {} stamp {} from {} previous {} next {} readers {} clock {}\n", keyOf(graph, id),
                          static_cast<int>(event.label->kind), event.stamp, keyOf(graph, event.rf),
                          keyOf(graph, event.previous), isListed ? keyOf(graph, event.next) : "-", readers, clock);
    }
  }
  return text;
}

// The events that a revisit of `event` by `by` would delete, taken away.
bool removeLater(RandomGraph& random) {
  ExecutionGraph& graph = random.graph();
  const std::vector<EventId> events = eventsOf(graph);
  if (events.empty())
    return false;
  const EventId event = events[random.pick(events.size())], by = events[random.pick(events.size())];
  std::vector<EventId> deleted;
  graph.collectLater(graph.event(event).stamp, graph.clock(by), deleted);
  // A revisit deletes only what no write that stays comes after in coherence.
  for (const EventId id : deleted)
    if (const EventId next = graph.event(id).next; graph.event(id).writes && next.valid())
      if (std::ranges::find(deleted, next) == deleted.end())
        return false;
  graph.remove(deleted);
  return !deleted.empty();
}

} // namespace

TEST(ExecutionGraph, ClocksAreTheCausalPrefix) {
  for (std::uint64_t seed = 1; seed <= 200; seed++) {
    RandomGraph random(seed);
    while (random.grow()) {
    }
    const ExecutionGraph& graph = random.graph();
    Order order(graph);
    order.addCausality();
    order.close();
    for (const EventId event : eventsOf(graph)) {
      const std::span<const std::uint32_t> clock = graph.clock(event);
      ASSERT_EQ(std::vector(clock.begin(), clock.end()), order.clockOf(event)) << "seed " << seed;
    }
  }
}

TEST(ExecutionGraph, IsAsItWasAfterUndoing) {
  unsigned removals = 0;
  for (std::uint64_t seed = 1; seed <= 300; seed++) {
    RandomGraph random(seed);
    std::vector<std::pair<ExecutionGraph::Mark, std::string>> marks;
    for (int step = 0; step < 60; step++) {
      marks.emplace_back(random.graph().mark(), contentOf(random.graph()));
      // The model does not follow removals without a revisit, so nothing grows after one.
      if (!random.grow())
        break;
    }
    while (!marks.empty()) {
      const std::size_t at = random.pick(marks.size());
      if (removeLater(random))
        removals++;
      random.graph().undoTo(marks[at].first);
      ASSERT_EQ(contentOf(random.graph()), marks[at].second) << "seed " << seed;
      marks.resize(at);
    }
  }
  EXPECT_GT(removals, 300u) << "too few removals";
}

TEST(ExecutionGraph, RemovalKeepsEveryListWhole) {
  for (std::uint64_t seed = 1; seed <= 300; seed++) {
    RandomGraph random(seed);
    while (random.grow()) {
    }
    if (!removeLater(random))
      continue;
    const ExecutionGraph& graph = random.graph();
    const std::vector<EventId> events = eventsOf(graph);
    EXPECT_EQ(graph.eventCount(), events.size());
    for (const EventId id : events) {
      const Event& event = graph.event(id);
      if (event.rf.valid()) {
        EventId reader = graph.event(event.rf).firstReader;
        while (reader.valid() && reader != id)
          reader = graph.event(reader).nextReader;
        ASSERT_EQ(reader, id) << "seed " << seed << ": a read is not among the readers of its source";
      }
      if (event.writes) {
        ASSERT_EQ(graph.event(event.previous).next, id) << "seed " << seed;
        ASSERT_TRUE(!event.next.valid() || graph.event(event.next).previous == id) << "seed " << seed;
      }
    }
  }
}

} // namespace revisit::test
