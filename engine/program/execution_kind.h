// How an execution ended: the first of these that holds (DESIGN section 3, rule 5).
#pragma once

#include <cstdint>

namespace revisit {

enum class ExecutionKind : std::uint8_t {
  Complete,
  Erroneous,  // a thread ran into an error
  Deadlocked, // threads wait for what nobody will do
  Blocked,    // a false assume
  Cut         // a thread reached a bound, or what is not supported
};

} // namespace revisit
