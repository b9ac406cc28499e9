// Which values of inputs people find small or can read.
#pragma once

#include "expression/bits.h"
#include "solver/solver.h"

namespace revisit {

// As a signed number of this width: what smallModel() makes small.
constexpr std::uint64_t distanceToZero(std::uint64_t bits, unsigned width) {
  const std::uint64_t negated = (0 - bits) & maskOf(width);
  return bits < negated ? bits : negated;
}

// The distance of another input added to the sum of distances; at most the largest number.
constexpr std::uint64_t withDistance(std::uint64_t sum, std::uint64_t bits, unsigned width) {
  const std::uint64_t distance = distanceToZero(bits, width);
  return distance > ~sum ? ~std::uint64_t{0} : sum + distance;
}

// Conditions under which people can read the values of symbols of 8 bits, and of symbols that are the bytes of an
// object: each byte, one after the other, is 0, otherwise a digit, otherwise a letter, otherwise another visible
// character, otherwise a blank. None for symbols whose value in smallModel() is a small number (below 10) or readable
// anyway. They hold together with the constraints.
std::vector<ExprId> readableValues(Solver& solver, ExpressionPool& pool, std::span<const ExprId> constraints);

} // namespace revisit
