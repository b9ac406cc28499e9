// A piece of an exploration that can be explored alone: a graph as the steps that build it, and one alternative to be
// taken there. It names nothing of the process that made it, so its bytes can be explored by another worker that runs
// the same program and knows the same shared memory and threads.
#pragma once

#include "base/result.h"
#include "explore/actions.h"
#include "explore/exploration_state.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace revisit {

struct WorkItem {
  // Numbers of steps count from 0, in the order in which the steps are added. Each comes after what it depends on.
  static constexpr std::uint32_t none = ~0u, initial = ~0u - 1; // no event; the first write of the location
  static constexpr std::uint32_t main = ~0u;                    // as a thread; others have the step that creates them

  struct Step {
    std::uint32_t thread = main;
    std::uint32_t source = none, place = none; // what it reads from, and its predecessor in coherence
    Way way;
    std::uint32_t stamp = 0; // when it was added to the graph that is built, from 1
    bool displaced = false;
    SectionName displacedSection; // see Event::displacedSection; its lock is 0 if there is none
    friend bool operator==(const Step&, const Step&) = default;
  };
  std::vector<Step> steps;

  // The alternative: what the next event of this thread does.
  std::uint32_t thread = main;
  AlternativeKind kind = AlternativeKind::ReadFrom;
  Way way;
  bool displaced = false;
  std::uint32_t first = none, second = none;
  std::uint64_t before = 0;
  // RevisitAt: the thread and the stamp of the read that was removed.
  std::uint32_t reader = main, readStamp = 0;
  friend bool operator==(const WorkItem&, const WorkItem&) = default;
};

// About ten bytes for each step.
std::string bytesOf(const WorkItem& item);
// Fails with BadFormat when the bytes are not of a work item, or of another version.
Result<WorkItem> workItemFrom(std::string_view bytes);

// The steps that build the graph again. `numberOf` is set to the number of the step of each event, by id; none
// for events that are not in the graph. O(events * threads).
std::vector<WorkItem::Step> stepsOf(const ExecutionGraph& graph, std::vector<std::uint32_t>& numberOf);

// The number of an event in an item's bytes; `numberOf` as stepsOf sets it.
std::uint32_t itemNumber(const ExecutionGraph& graph, const std::vector<std::uint32_t>& numberOf, EventId event);
// The reverse, in a rebuilt graph. `location` is that of the event that names the number.
EventId itemEvent(ExecutionGraph& graph, std::span<const EventId> events, std::uint32_t number, LocationId location);
// The thread that the step with this number creates; invalid when that step creates none.
ThreadId itemThread(ExplorationState& state, std::span<const EventId> events, std::uint32_t number);

// Adds the steps to the empty graph, and gives the events by number. Fails when the program does something else.
// May end in a restart, as any addition.
Result<std::vector<EventId>> rebuild(ExplorationState& state, const std::vector<WorkItem::Step>& steps);

} // namespace revisit
