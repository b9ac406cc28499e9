// Sequential consistency against the closure of all its edges as a matrix.
#include "random_graph.h"

#include <gtest/gtest.h>

namespace revisit::test {
namespace {

Order orderOf(const ExecutionGraph& graph) {
  Order order(graph);
  order.addCausality();
  order.addCoherence();
  order.close();
  return order;
}

} // namespace

TEST(SequentialConsistency, PrefixesAreTheClosure) {
  for (std::uint64_t seed = 1; seed <= 200; seed++) {
    RandomGraph random(seed);
    while (random.grow()) {
    }
    const Order order = orderOf(random.graph());
    for (const EventId event : eventsOf(random.graph())) {
      ASSERT_FALSE(order.isBefore(event, event)) << "seed " << seed << ": a cycle";
      const std::span<const std::uint32_t> prefix = random.model().prefix(event);
      ASSERT_EQ(std::vector(prefix.begin(), prefix.end()), order.clockOf(event)) << "seed " << seed;
    }
  }
}

// A source is consistent exactly if no coherence-later write comes before the read.
TEST(SequentialConsistency, OffersExactlyTheConsistentSources) {
  unsigned hidden = 0, offered = 0;
  for (std::uint64_t seed = 1; seed <= 200; seed++) {
    RandomGraph random(seed);
    ExecutionGraph& graph = random.graph();
    do {
      const Order order = orderOf(graph);
      for (std::uint32_t t = 0; t < graph.threadCount(); t++) {
        const ThreadId thread(t);
        const Label* label = random.nextOf(thread);
        if (!label || !isMemory(label->kind))
          continue;
        const EventId tail = graph.tail(thread);
        const EventId oldest = random.model().coherenceFloor(graph, accessOf(thread, *label, false));
        bool isOffered = true, isConsistent = true;
        for (EventId write = graph.lastWrite(label->location); write.valid(); write = graph.event(write).previous) {
          ASSERT_EQ(isOffered, isConsistent) << "seed " << seed;
          (isOffered ? offered : hidden)++;
          isOffered = isOffered && write != oldest;
          const bool isBefore =
              graph.isInitial(write) || (tail.valid() && (write == tail || order.isBefore(write, tail)));
          isConsistent = isConsistent && !isBefore;
        }
      }
    } while (random.grow());
  }
  EXPECT_GT(hidden, 500u);
  EXPECT_GT(offered, 1000u);
}

TEST(SequentialConsistency, IsAsItWasAfterUndoing) {
  for (std::uint64_t seed = 1; seed <= 200; seed++) {
    RandomGraph random(seed);
    std::vector<ExplorationState::Mark> marks;
    do
      marks.push_back(random.state().mark());
    while (random.grow());
    while (!marks.empty()) {
      const std::size_t at = random.pick(marks.size());
      random.state().undoTo(marks[at]);
      marks.resize(at);
      const Order order = orderOf(random.graph());
      for (const EventId event : eventsOf(random.graph())) {
        const std::span<const std::uint32_t> prefix = random.model().prefix(event);
        ASSERT_EQ(std::vector(prefix.begin(), prefix.end()), order.clockOf(event)) << "seed " << seed;
      }
    }
  }
}

} // namespace revisit::test
