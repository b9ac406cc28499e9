// The way in which a step happens, as far as its label leaves that open. What a read reads from and where a write is
// placed are no part of it: those belong to a graph (Choice in explore/step_semantics.h).
#pragma once

#include <cstdint>

namespace revisit {

struct Way {
  bool taken = false;        // Constraint, Assume: the side; mayOnlyRead(): whether it stores
  std::uint32_t outcome = 0; // Object
  std::uint64_t number = 0;  // Enumerate
  friend bool operator==(const Way&, const Way&) = default;

  // The first of all ways of a step. They are ordered: TRUE before FALSE, and smaller numbers first.
  static constexpr Way first() { return {.taken = true}; }
};

} // namespace revisit
