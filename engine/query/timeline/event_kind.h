// The nine kinds of events shown to users, each with a letter. Stateless.
#pragma once

#include "witness/witness.h"

#include <optional>
#include <string_view>

namespace revisit {

enum class EventKind : std::uint8_t {
  Read,   // R: also a failed compare-and-swap
  Write,  // W: also a write to a part of a location
  Update, // U: reads and writes in one step
  Fence,  // F
  Object, // L: locks and every other synchronisation object
  Create, // C
  Join,   // J
  Branch, // B: constraint, assume, choice
  End     // E: error, end, exit and any other last event of a thread
};

inline constexpr std::size_t eventKinds = 9;

EventKind kindOf(const WitnessEvent& event);
char letterOf(EventKind kind);
// The kind of a letter in upper or lower case.
std::optional<EventKind> eventKindOfLetter(char letter);
// The kind of a common name in lower case ("read", "load"), singular or plural.
std::optional<EventKind> eventKindOfName(std::string_view name);

} // namespace revisit
