// How a replayed program stands.
#pragma once

#include <cstdint>

namespace revisit {

enum class Standing : std::uint8_t {
  Gone,     // there is no process
  Start,    // at the first line of main, no event done
  AtEvent,  // the last of `position` events was just done, and nothing after it that could be avoided
  Between,  // somewhere else: a breakpoint, a step, an interrupt
  AtEnd,    // nothing can go on
  Diverged, // the program did something else than the witness
  Crashed   // a signal that the witness knows nothing of
};

} // namespace revisit
