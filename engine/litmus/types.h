// Types of locations and registers, as C writes them. Stateless.
#pragma once

#include "litmus/cursor.h"

#include <string>
#include <string_view>
#include <vector>

namespace revisit::litmus {

// A type in front of a name: "volatile int", "atomic_int *", "_Atomic(int *) *".
struct WrittenType {
  std::string base;               // without stars and const: "volatile int"
  ValueType value;                // of `base`
  std::vector<std::string> stars; // each "*", or with qualifiers, "*_Atomic"

  // With the last `without` stars left out.
  ValueType type(std::size_t without = 0) const;
  std::string text() const { return type().text; }
};

bool beginsType(std::string_view word);

// Reads a type: at least one word for which beginsType() holds. Fails on types that a location cannot have.
WrittenType takeType(Cursor& cursor);

} // namespace revisit::litmus
