// Ids in order. Stateless.
#pragma once

#include "base/ids.h"

#include <ranges>

namespace revisit {

// The ids with numbers below `count`.
template <class SomeId> constexpr auto idsBelow(std::size_t count) {
  return std::views::iota(std::uint32_t{0}, static_cast<std::uint32_t>(count)) |
         std::views::transform([](std::uint32_t value) { return SomeId(value); });
}

} // namespace revisit
