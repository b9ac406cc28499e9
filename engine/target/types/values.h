// Values as their type writes them: `true`, `Colour::Red`, `{2, 64}`, `&nodes[1]`. Pure functions.
#pragma once

#include "target/types/places.h"

#include <functional>
#include <span>

namespace revisit {

// What stands behind a pointer that is not null: `&nodes[1]`, `"text"`, `worker`.
using PointerText = std::function<std::string(std::uint64_t address, const Type& pointer)>;

// The bytes at a place; empty when nothing is known of their type. At most about 60 characters; longer structures end
// in "...}".
std::string valueText(TypeSource& types, const PlaceInType& place, std::span<const std::uint8_t> bytes,
                      const PointerText& pointerText);

} // namespace revisit
