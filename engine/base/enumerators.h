// Whether a table has a row for each enumerator, so that the compiler tells where a new one has none. For enumerations
// that count from 0. Stateless.
#pragma once

#include <cstddef>
#include <string_view>

namespace revisit {

// Whether the value, of an enumeration, has a name there.
template <auto value> consteval bool isEnumerator() {
  const std::string_view function =
      __PRETTY_FUNCTION__; // "... [value = revisit::Kind::Name]", "... = (revisit::Kind)7]"
  return function[function.rfind("value = ") + std::string_view("value = ").size()] != '(';
}

template <class Enum, std::size_t rows>
inline constexpr bool hasRowForEach =
    isEnumerator<static_cast<Enum>(rows - 1)>() && !isEnumerator<static_cast<Enum>(rows)>();

} // namespace revisit
