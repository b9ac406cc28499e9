// What an exploration asks about what it looks for: which thread goes first, and how far a step that was not taken is
// from it. Estimates: they order what is explored, and nothing is left out because of them.
#pragma once

#include "graph/graph.h"

#include <optional>
#include <span>

namespace revisit {

// A step that could be taken in a graph instead of the one that was taken.
struct GuidedStep {
  ThreadId thread; // whose step it is
  const Label* label = nullptr;
  EventId source; // what it reads from, or is placed directly after in coherence; invalid: nothing is said
  EventId passed; // a read that reads from it then, or an operation that comes after it then; invalid: there is none
  std::optional<bool> side; // of a condition
  // What stays of the graph: events that were added before this stamp, and those within the clock, if there is one.
  std::uint32_t stamp = ~0U;
  std::span<const std::uint32_t> clock{};
  // The thread that observes something else then, and its state afterwards.
  ThreadId observer;
  StateId after;
};

// An ExplorationGoal that is one says which thread goes first.
class ThreadTurns {
public:
  virtual ~ThreadTurns() = default;
  // The places of threads among those that are as near to the goal are smaller.
  static constexpr std::uint32_t mostPlaces = 4096;
  // Of threads that can go on, those with the lowest number go first; of these the lowest thread. `label`: the next
  // step of the thread.
  virtual std::uint32_t turn(const ExecutionGraph& graph, ThreadId thread, const Label& label) = 0;
};

// An ExplorationGoal that is one guides the exploration.
class GoalGuide : public ThreadTurns {
public:
  struct Estimate {
    std::uint32_t distance = 0;
    // The estimate counts on this state: no execution has shown what its thread does next. Invalid: on none.
    StateId news;
  };

  // Learns from a full execution. O(events).
  virtual void learn(const ExecutionGraph& graph) = 0;
  // How far the goal is when the step is taken.
  virtual Estimate estimate(const ExecutionGraph& graph, const GuidedStep& step) = 0;
  // Whether no execution has shown what follows the state.
  virtual bool isNews(StateId state) const = 0;
  // Whether the goal seems out of reach of what the threads do after the graph, and because of which thread: it has
  // ended without what it has to do, or has done too early what comes later. An invalid one: because of no certain one.
  // AtEnd: what came too early may come again, as long as the thread goes on.
  enum class Loss : std::uint8_t { Early, AtEnd };
  virtual std::optional<ThreadId> lostBy(const ExecutionGraph& graph, Loss loss) = 0;
  // What one adds to the turn of a thread that is to come after others which are a little further from the goal.
  static constexpr std::uint32_t later = 60 * mostPlaces;
};

} // namespace revisit
