// How an execution ended: the first of these that holds (DESIGN section 3, rule 5).
#pragma once

#include <cstdint>

namespace revisit {

enum class ExecutionKind : std::uint8_t {
  Complete,
  Erroneous,  // a thread ran into an error
  Deadlocked, // threads wait for something that no thread will do
  Blocked,    // a false assume
  Cut         // a thread reached a bound or something unsupported
};

} // namespace revisit
