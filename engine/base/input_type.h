// What kind of number an unknown input is in the program that asks for it. Plain data; of the trace's layout too.
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
