// What a step that accesses memory has to do with handlers of signals, which may come between two steps of a thread
// (engine/runtime/DESIGN.md, Signals): Label::argument of such a step. It follows from the state of the thread. A plain
// value.
#pragma once

#include <cstdint>

namespace revisit {

struct HandlerFacts {
  // What lies between the handlers and what their thread does next.
  enum class Place : std::uint8_t {
    Elsewhere, // a call may have begun, or signals may be blocked by now
    AtStep,    // nothing: the thread's next step follows
    AtCopy     // nothing: the steps of one copy of memory follow
  };

  // Of any access.
  bool isVolatile = false; // plain, and of at most 8 bytes
  bool isInternal = false; // to memory that is not the program's
  bool isInCopy = false;   // a part of a copy, or fill, of memory
  // Of one by a handler.
  Place place = Place::Elsewhere;
  std::uint8_t signal = 0;
  std::uint8_t depth = 0; // handlers that run, the outer ones interrupted by the inner ones; 0: no handler does it
  std::uint32_t at = 0;   // the position of what it interrupts: the number of a PositionId

  std::uint64_t bits() const {
    return std::uint64_t{isVolatile} | std::uint64_t{isInternal} << 1 | std::uint64_t{isInCopy} << 2 |
           static_cast<std::uint64_t>(place) << 4 | std::uint64_t{signal} << 8 | std::uint64_t{depth} << 16 |
           std::uint64_t{at} << 32;
  }
  static HandlerFacts of(std::uint64_t bits) {
    return {(bits & 1) != 0,
            (bits >> 1 & 1) != 0,
            (bits >> 2 & 1) != 0,
            static_cast<Place>(bits >> 4 & 3),
            static_cast<std::uint8_t>(bits >> 8),
            static_cast<std::uint8_t>(bits >> 16),
            static_cast<std::uint32_t>(bits >> 32)};
  }
};

} // namespace revisit
