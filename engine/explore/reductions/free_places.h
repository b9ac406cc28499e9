// Where an operation that is not free can stand among free ones of its object: behind any set of them that contains
// what its members depend on. In place of the ordered displacement (rule 4) it chooses such a set: what the set depends
// on is kept, the others are displaced. Stateless.
#pragma once

#include "graph/graph.h"

#include <bit>

namespace revisit {

// A place where a new operation can stand, other than behind all that are there.
struct FreePlace {
  EventId displaced; // the first operation that comes after the new one
  // Of the free operations that the new one may come before or after: a bit for each that comes before, oldest first.
  std::uint64_t before = 0;
};
constexpr std::size_t maxFreePlaces = 64; // such bits

// Calls f(before) for each set of these operations, the oldest first, that a new one may come behind: mayFollow(op) of
// all its members, and they depend on no other one. The largest set comes first.
template <class MayFollow, class F>
void eachClosedSet(const ExecutionGraph& graph, std::span<const EventId> operations, MayFollow&& mayFollow, F&& f,
                   std::size_t at = 0, std::uint64_t before = 0) {
  if (at == operations.size())
    return f(before);
  bool isClosed = mayFollow(operations[at]);
  for (std::size_t i = 0; i < at; i++)
    isClosed &= (before >> i & 1) != 0 || !graph.within(operations[i], graph.clock(operations[at]));
  if (isClosed)
    eachClosedSet(graph, operations, mayFollow, f, at + 1, before | std::uint64_t{1} << at);
  eachClosedSet(graph, operations, mayFollow, f, at + 1, before);
}

// The first of these operations that is not in the set; none: all are.
inline EventId firstAfter(std::span<const EventId> operations, std::uint64_t before) {
  const auto first = static_cast<std::size_t>(std::countr_one(before));
  return first < operations.size() ? operations[first] : EventId();
}

} // namespace revisit
