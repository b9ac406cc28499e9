// Formats values according to their type: `true`, `Colour::Red`, `{2, 64}`, `&nodes[1]`. Pure functions.
#pragma once

#include "target/types/places.h"

#include <functional>
#include <span>

namespace revisit {

// The text for a non-null pointer: `&nodes[1]`, `"text"`, `worker`.
using PointerText = std::function<std::string(std::uint64_t address, const Type& pointer)>;

// The value of the bytes of a part; empty when their type is not known. At most about 60 characters; longer structures
// end in "...}".
std::string valueText(TypeSource& types, const PlaceInType& place, std::span<const std::uint8_t> bytes,
                      const PointerText& pointerText);

} // namespace revisit
