// The nine kinds of events that people tell apart, each with a letter. Stateless.
#pragma once

#include "session/witness.h"

#include <optional>
#include <string_view>

namespace revisit {

enum class EventKind : std::uint8_t {
  Read,   // R: also a failed compare-and-swap
  Write,  // W: also a write of a part of a location
  Update, // U: reads and writes in one step
  Fence,  // F
  Object, // L: locks and every other synchronisation object
  Create, // C
  Join,   // J
  Branch, // B: constraint, assume, choice
  End     // E: error, end, exit and whatever else is a thread's last event
};

inline constexpr std::size_t eventKinds = 9;

EventKind kindOf(const WitnessEvent& event);
char letterOf(EventKind kind);
// Upper or lower case.
std::optional<EventKind> eventKindOfLetter(char letter);
// What people call a kind, in lower case: "read", "load"; one of the names, or with a plural's s.
std::optional<EventKind> eventKindOfName(std::string_view name);

} // namespace revisit
