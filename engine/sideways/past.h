// An execution as it was, while another one is made of it: each event with its choice, and the order of one schedule.
// Names events by thread and place in program order, so that it outlives its graph. Thread rule: a plain value.
#pragma once

#include "explore/exploration_state.h"
#include "explore/linearize.h"

#include <optional>
#include <span>
#include <vector>

namespace revisit {

// An event of an execution. Without a thread: the first write of its location, or none.
struct EventName {
  ThreadId thread;
  std::uint32_t index = 0; // in program order
  bool isEvent() const { return thread.valid(); }
  friend auto operator<=>(const EventName&, const EventName&) = default;
};

EventName nameOf(const ExecutionGraph& graph, EventId event);
// The event of that name, if the graph has it.
EventId eventNamed(const ExecutionGraph& graph, const EventName& name);

// All events in the order in which they were added: see eventsAsAdded.
std::vector<EventName> orderOfAddition(const ExecutionGraph& graph);

struct PastEvent {
  Label label;
  StateId before; // the thread's state
  Observation seen;
  Value written;
  Way way;
  bool silent = false; // as in Choice
  bool reads = false, writes = false;
  EventName source;     // reads: what it read from
  EventName place;      // writes: its predecessor in coherence. Operations on objects: in the chain of the object
  std::size_t slot = 0; // in the order of the schedule
  std::vector<std::uint32_t> clock; // its causal prefix, itself included: by thread, a number of events
};

// By thread, a number of events: a set that is closed under program order.
using EventCounts = std::vector<std::uint32_t>;
// Adds the events of the other set.
void joinCounts(EventCounts& counts, std::span<const std::uint32_t> others);
inline std::uint32_t countOf(const EventCounts& counts, ThreadId thread) {
  return thread.value() < counts.size() ? counts[thread.value()] : 0;
}

class Past {
public:
  Past() = default;
  // The execution in the graph, in the order of linearize(), but that an attempt comes behind its waiting writer (see
  // attemptsBehind), and depends on it. O(events * threads), and threads times as much with such attempts.
  explicit Past(const ExecutionGraph& graph, const std::vector<ComesBehind>& attempts = {});

  std::size_t threadCount() const { return m_threads.size(); }
  std::span<const PastEvent> events(ThreadId thread) const;
  const PastEvent* find(const EventName& name) const;
  const PastEvent& at(const EventName& name) const { return m_threads[name.thread.value()][name.index]; }
  // All events, in the order of the schedule.
  std::span<const EventName> order() const { return m_order; }
  // The causal prefix of what comes before this event of its thread: of its predecessor in program order, or of the
  // creation of its thread. The event may be the next one of a thread that waits.
  EventCounts before(const EventName& name) const;
  // Whether the event is one of the counted ones.
  static bool has(const EventCounts& counts, const EventName& name) {
    return !name.isEvent() || name.index < countOf(counts, name.thread);
  }

private:
  void addDependencies(const ExecutionGraph& graph, const std::vector<ComesBehind>& attempts);
  std::vector<std::vector<PastEvent>> m_threads;
  std::vector<EventName> m_creators; // by thread
  std::vector<EventName> m_order;
};

// The choice with which an event of the past is added again; nothing if its source is not there. `source` and `place`
// give the graph's event of a name: one to read from, one to come after in coherence. An invalid one: it is not there.
template <class Source, class Place>
std::optional<Choice> choiceAgain(ExecutionGraph& graph, const Past& past, const PastEvent& event, Source source,
                                  Place place) {
  Choice choice{.way = event.way, .silent = event.silent};
  if (event.reads) {
    choice.source = event.source.isEvent() ? source(event.source) : graph.initialWrite(event.label.location);
    if (!choice.source.valid())
      return std::nullopt;
  }
  if (event.writes) {
    choice.coAfter = choice.source;
    for (EventName before = event.place; !choice.coAfter.valid() && before.isEvent(); before = past.at(before).place)
      choice.coAfter = place(before);
    if (!choice.coAfter.valid())
      choice.coAfter = graph.initialWrite(event.label.location);
  }
  return choice;
}

// An event of an execution that is done again, as a schedule tells of it: by what names nothing of one process.
struct FollowedEvent {
  EventName name;
  LabelKind kind = LabelKind::Read;
  std::optional<ObjectOp> operation; // Object
  std::uint64_t address = 0;         // of the accessed bytes, or of the object; 0: not known
  EventName source;                  // reads
  unsigned back = 0;                 // writes: how many coherence-later writes stand before it in the schedule
  Way way;
  bool silent = false;
};

// The events of an execution in the order of its schedule. O(events * writes of a location).
std::vector<FollowedEvent> followed(const Past& past);

} // namespace revisit
