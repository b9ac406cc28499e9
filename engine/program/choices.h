// Choices among several things of which nothing else decides which one happens. Stateless.
#pragma once

#include "program/objects/objects.h"

namespace revisit {

// Part of the argument and of the result of an AskSystem that is asked which of so many things happens, at least two
// and less than 2^32: the first one (the result is ok), or the one with this number. Nothing is short then, so it is no
// fault.
constexpr std::uint64_t isChoice = 1ull << 33;
// The result for the outcome.
constexpr std::uint64_t choiceOf(std::uint32_t outcome) {
  return outcome == 0 ? object_result::ok : isChoice | outcome;
}

} // namespace revisit
