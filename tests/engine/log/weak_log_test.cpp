// Executions of weak memory models: what their log and their witnesses say of them.
#include "lab.h"
#include "random_litmus.h"

#include "explore/linearize.h"
#include "log/logged_graph.h"
#include "memory/consistency.h"
#include "query/timeline/timeline.h"

#include <algorithm>
#include <map>

namespace revisit::test {

namespace {

using Name = std::pair<unsigned, unsigned>; // thread and index of an event
constexpr Name initial = {~0u, 0};

Name nameOf(const ExecutionGraph& graph, EventId id) {
  const Event& event = graph.event(id);
  return graph.isInitial(id) ? initial : Name(event.thread.value(), event.index);
}

// An execution, and what its reads could have read when its events are done in one order.
struct Explored {
  std::vector<Name> order;
  std::map<Name, Name> sources;
  std::map<Name, std::uint32_t> locations;            // of memory accesses
  std::map<std::uint32_t, std::vector<Name>> written; // by location, in coherence order
  std::map<Name, Name> oldest;                        // of loads

  // The writes to the location among the first events, in coherence order; the initial value first.
  std::vector<Name> writesAmong(std::size_t first, std::uint32_t location) const {
    std::vector<Name> found = {initial};
    if (const auto all = written.find(location); all != written.end())
      for (const Name& write : all->second)
        if (std::find(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(first), write) !=
            order.begin() + static_cast<std::ptrdiff_t>(first))
          found.push_back(write);
    return found;
  }
};

Explored describe(const Execution& execution, ModelKind model) {
  const ExecutionGraph& graph = execution.graph;
  const std::vector<EventId> order = linearize(graph);
  const std::vector<EventId> oldest = oldestReadable(graph, execution.state.program(), model, order);
  Explored found;
  for (const EventId id : order) {
    const Event& event = graph.event(id);
    const Name name = nameOf(graph, id);
    found.order.push_back(name);
    if (!isMemory(event.label->kind))
      continue;
    found.locations[name] = event.location.value();
    if (event.reads)
      found.sources[name] = nameOf(graph, event.rf);
    if (event.label->kind == LabelKind::Read)
      found.oldest[name] = nameOf(graph, oldest[id.value()]);
    if (event.writes && !event.next.valid()) {
      std::vector<Name>& writes = found.written[event.location.value()];
      for (EventId w = id; !graph.isInitial(w); w = graph.event(w).previous)
        writes.insert(writes.begin(), nameOf(graph, w));
    }
  }
  return found;
}

// Whether the other execution begins with the first events of this one: the same sources and coherence among them.
bool beginsAs(const Explored& other, const Explored& execution, std::size_t first) {
  for (std::size_t i = 0; i < first; i++) {
    const Name& name = execution.order[i];
    const auto here = execution.sources.find(name), there = other.sources.find(name);
    if ((here == execution.sources.end()) != (there == other.sources.end()) ||
        (here != execution.sources.end() && here->second != there->second))
      return false;
  }
  return std::ranges::all_of(execution.written, [&](const auto& entry) {
    std::vector<Name> among = execution.writesAmong(first, entry.first);
    std::vector<Name> there = {initial};
    if (const auto all = other.written.find(entry.first); all != other.written.end())
      for (const Name& write : all->second)
        if (std::ranges::find(among, write) != among.end())
          there.push_back(write);
    return among == there;
  });
}

} // namespace

// All executions together say what a load can read behind some events: the sources that it has in those executions that
// begin with these events.
TEST(WeakLog, WhatALoadCouldReadIsWhatItReadsInSomeExecution) {
  std::size_t loads = 0, stale = 0, refused = 0;
  for (const ModelKind model : allModels)
    for (std::uint64_t seed = 700001; seed <= 700150 && !HasFailure(); seed++) {
      SCOPED_TRACE(fmt::format("{} {}", nameOf(model), seed));
      Lab lab(randomLitmus(seed, {.maxThreads = 2}), {.model = model});
      lab.options.maxExecutions = 100'000;
      std::vector<Explored> all;
      lab.onExecution = [&](const Execution& execution) { all.push_back(describe(execution, model)); };
      lab.explore();
      if (all.size() > 60)
        continue;
      for (const Explored& execution : all)
        for (std::size_t i = 0; i < execution.order.size(); i++) {
          const Name& read = execution.order[i];
          if (!execution.oldest.contains(read))
            continue;
          const std::vector<Name> writes = execution.writesAmong(i, execution.locations.at(read));
          const auto oldest = std::ranges::find(writes, execution.oldest.at(read));
          ASSERT_NE(oldest, writes.end());
          for (auto write = writes.begin(); write != writes.end(); ++write) {
            const bool happens = std::ranges::any_of(all, [&](const Explored& other) {
              const auto source = other.sources.find(read);
              return source != other.sources.end() && source->second == *write && beginsAs(other, execution, i);
            });
            EXPECT_EQ(happens, write >= oldest)
                << read.first << ',' << read.second << " from " << write->first << ',' << write->second;
            loads++;
            stale += happens && std::next(write) != writes.end();
            refused += !happens;
          }
        }
    }
  EXPECT_GT(loads, 5000u);
  EXPECT_GT(stale, 500u);
  EXPECT_GT(refused, 500u);
}

TEST(WeakLog, HasAllEventsOfEachExecution) {
  std::size_t executions = 0;
  for (const ModelKind model : allModels)
    for (std::uint64_t seed = 710001; seed <= 710020 && !HasFailure(); seed++) {
      SCOPED_TRACE(fmt::format("{} {}", nameOf(model), seed));
      Lab lab(randomLitmus(seed), {.model = model});
      std::vector<Explored> all;
      lab.onExecution = [&](const Execution& execution) { all.push_back(describe(execution, model)); };
      lab.explore();
      for (std::uint64_t number = 1; number <= lab.log().executionCount(); number++) {
        const Explored& execution = all[number - 1];
        for (const EventOrder order : {EventOrder::AsAdded, EventOrder::FewestSwitches}) {
          Result<Timeline> timeline =
              Timeline::make(witnessOf(lab.log().graphAfter(lab.log().stepOf(number)), lab.log().threadNames(), order));
          ASSERT_TRUE(timeline.ok()) << timeline.error().what;
          ASSERT_EQ(timeline->size(), execution.order.size());
          for (const auto& [read, source] : execution.sources) {
            const auto shown = timeline->readsFrom(*timeline->numberOf(read.first, read.second));
            EXPECT_EQ(shown, source == initial ? std::nullopt : timeline->numberOf(source.first, source.second));
          }
          if (model == ModelKind::Sc)
            continue;
          for (const auto& [location, writes] : execution.written)
            for (unsigned i = 0; i < writes.size(); i++)
              EXPECT_EQ(timeline->event(*timeline->numberOf(writes[i].first, writes[i].second)).coherence, i + 1);
        }
        executions++;
      }
    }
  EXPECT_GT(executions, 1000u);
}

} // namespace revisit::test
