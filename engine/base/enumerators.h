// Checks at compile time that a table has one row for each enumerator of an enumeration whose values are 0, 1, 2, ...
// Stateless.
#pragma once

#include <cstddef>
#include <string_view>

namespace revisit {

// Whether the value is that of an enumerator.
template <auto value> consteval bool isEnumerator() {
  const std::string_view function =
      __PRETTY_FUNCTION__; // "... [value = revisit::Kind::Name]", "... = (revisit::Kind)7]"
  return function[function.rfind("value = ") + std::string_view("value = ").size()] != '(';
}

template <class Enum, std::size_t rows>
inline constexpr bool hasRowForEach =
    isEnumerator<static_cast<Enum>(rows - 1)>() && !isEnumerator<static_cast<Enum>(rows)>();

} // namespace revisit
