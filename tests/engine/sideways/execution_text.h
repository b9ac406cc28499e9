// An execution of the brute force, read from its canonical text: what outcomes it has, and what it shares with another
// one. Written without the code that is tested.
#pragma once

#include "sideways/outcome.h"

#include <optional>
#include <string>
#include <vector>

namespace revisit::test {

struct TextEvent {
  std::string kind;
  EventName source, predecessor; // without a thread: the initial write of a location, or none
  bool hasSource = false;        // also the first write
  bool decision = false;
  std::uint64_t number = 0;
  // What no text has, if it is known.
  std::uint64_t result = 0;       // of an operation
  std::optional<ThreadId> joined; // of a join: the thread that it waits for
};

using TextExecution = std::vector<std::vector<TextEvent>>; // by thread

TextExecution executionOf(const std::string& canonicalText);
const TextEvent* find(const TextExecution& execution, const EventName& name);

// Whether both executions have the event, after the same events of its thread, with the same source and decision. Its
// place in coherence or in a chain may differ. `but`: this event may differ.
bool isSame(const TextExecution& one, const TextExecution& other, const EventName& name, const EventName& but = {});
// Whether the execution has the outcome.
bool shows(const TextExecution& execution, const Outcome& outcome);
// Whether the event stands behind the other one in coherence or in the chain of an object.
bool comesAfter(const TextExecution& execution, EventName event, const EventName& other);
// Whether the execution begins with all counted events of the other one: operations on objects come after no others.
bool hasAll(const TextExecution& execution, const TextExecution& old, const EventCounts& counts);
// The moved event, and whether its thread can tell that it was moved.
struct Moved {
  EventName event;
  bool isTold = true;
};
// The events of the old execution that the other one has, without those that depend on the moved event.
std::vector<EventName> keptOf(const TextExecution& old, const TextExecution& other, const Moved& moved);
// Whether the events of the old execution that `one` has stand in their old order there, in coherence and in the chains
// of objects, and the moved event stands among them as in `other`.
bool hasSameOrder(const TextExecution& old, const TextExecution& one, const TextExecution& other, const Moved& moved);

} // namespace revisit::test
