// Typed indices. An Id is a dense number with a tag type, so that ids of different kinds cannot be mixed up.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace revisit {

template <class Tag> class Id {
public:
  constexpr Id() = default;
  constexpr explicit Id(std::uint32_t value) : m_value(value) {}
  constexpr std::uint32_t value() const { return m_value; }
  constexpr bool valid() const { return m_value != ~0u; }
  friend constexpr auto operator<=>(Id, Id) = default;

private:
  std::uint32_t m_value = ~0u;
};

using ThreadId = Id<struct ThreadTag>;         // a thread's creation path, interned; main is 0
using LocationId = Id<struct LocationTag>;     // a memory location, interned by the Program
using ObjectId = Id<struct ObjectTag>;         // a synchronisation object, interned by the Program
using ExprId = Id<struct ExprTag>;             // a hash-consed expression of one ExpressionPool
using SymbolId = Id<struct SymbolTag>;         // an unknown input of one ExpressionPool
using StateId = Id<struct StateTag>;           // a thread's state: a node of its automaton
using StateClassId = Id<struct StateClassTag>; // the states of a thread that are known to be the same state
using LoopStepsId = Id<struct LoopStepsTag>;   // what a thread does about its loops from one step to the next
using BlockFactsId = Id<struct BlockFactsTag>; // what a thread's state says about blocks of the heap
using RoundsId = Id<struct RoundsTag>;         // how many rounds of which loops a thread has begun
using PositionId = Id<struct PositionTag>;     // a chain of call sites, interned by the Program
using LossId = Id<struct LossTag>;             // the place where the dependence of a value on inputs was lost

} // namespace revisit

template <class Tag> struct std::hash<revisit::Id<Tag>> {
  std::size_t operator()(revisit::Id<Tag> id) const noexcept { return id.value(); }
};
