// The state of a replayed program.
#pragma once

#include <cstdint>

namespace revisit {

enum class Standing : std::uint8_t {
  Gone,     // there is no process
  Start,    // at the first line of main, no event done
  AtEvent,  // the last of `position` events was just done, and nothing after it that could be avoided
  Between,  // stopped somewhere else: by a breakpoint, a step or an interrupt
  AtEnd,    // no thread can continue
  Diverged, // the program deviated from the witness
  Crashed   // by a signal that is not in the witness
};

} // namespace revisit
