// What has happened already, where a goal is looked for from the present position of a debugger on. Plain data.
#pragma once

#include "explore/linearize.h"
#include "explore/sequential_order.h"

#include <optional>
#include <vector>

namespace revisit {

struct GoalPrefix {
  struct Source { // invalid thread: the initial value
    ThreadId thread;
    std::uint32_t index = 0;
  };
  struct Step {
    ThreadId thread;
    std::uint32_t index = 0; // in its thread
    LabelKind kind = LabelKind::Read;
    std::optional<Source> source;      // of a read
    std::optional<bool> side;          // of a condition
    std::optional<bool> writes;        // of an update, which may only read
    std::optional<std::uint64_t> seen; // the result of an operation, a number chosen
    std::uint64_t place = 0;           // of a write among those of its location; of an operation on its object

    // The event in the graph; invalid: it is not there.
    EventId in(const ExecutionGraph& graph) const;
    bool isSource(const Event& event) const;
  };
  std::vector<Step> steps; // in the order of their schedule

  // These events of the graph, in this order. O(events log events).
  static GoalPrefix of(const ExecutionGraph& graph, std::span<const EventId> order);
  // By thread, how many events are done after each of the steps: all of them lead through their order. O(steps *
  // threads).
  std::vector<EventCut> cuts(std::size_t threads) const;
  // By thread, how many events. O(steps).
  EventCut cut(std::size_t threads) const;
  // Whether some schedule of the graph begins with these steps. `order`: under sequential consistency the order that
  // all schedules keep; null: the causal order does. O(events).
  bool isBeginOf(const ExecutionGraph& graph, const SequentialOrder* order) const;
  // The step of the thread with this number; null: it has not happened already.
  const Step* find(ThreadId thread, std::size_t index) const;
  // Whether the event is this step, as far as the event alone tells.
  static bool isSame(const ExecutionGraph& graph, const Event& event, const Step& step);
};

} // namespace revisit
