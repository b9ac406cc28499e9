// The type of number that an unknown input has in the program. Plain data; also part of the trace's layout.
#pragma once

#include <cstdint>

namespace revisit {

enum class InputType : std::uint8_t {
  Unknown, // bytes of an object
  Signed,
  Unsigned,
  Bool
};

} // namespace revisit
