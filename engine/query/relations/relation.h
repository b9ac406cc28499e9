// The relations between events that the window draws, with their names. Stateless.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace revisit {

enum class Relation : std::uint8_t {
  ProgramOrder,
  ReadsFrom,
  Coherence,
  FromReads,        // from a read to the write that is coherence-next after its source
  SynchronizesWith, // from a release to the acquire of another thread that sees it, under a weak memory model
  HappensBefore,    // the pairs of two threads, under a weak memory model, without those that follow from others
  PartialSc,        // psc of rc11: likewise
  ObjectChain,      // from an operation on a lock or another object to the next one
  Create,           // from a creation to the thread's first event
  Join,             // from a thread's last event to the join
  Waiting           // from a thread that waits at the end to the reason why it waits
};

inline constexpr std::size_t relationCount = 11;
inline constexpr std::array<Relation, relationCount> allRelations = {
    Relation::ProgramOrder,     Relation::ReadsFrom,     Relation::Coherence, Relation::FromReads,
    Relation::SynchronizesWith, Relation::HappensBefore, Relation::PartialSc, Relation::ObjectChain,
    Relation::Create,           Relation::Join,          Relation::Waiting};

constexpr std::size_t indexOf(Relation relation) {
  return static_cast<std::size_t>(relation);
}

// The label of an edge: "rf".
const char* labelOf(Relation relation);
// "reads-from"
const char* nameOf(Relation relation);
// The key that follows the relation; none for program order, which the arrow keys follow.
char keyOf(Relation relation);
// The relation with that key, a capital letter.
std::optional<Relation> relationOfKey(int key);

enum class Direction : std::uint8_t { Forward, Backward };
// Where the key leads: to where an event comes from, with Shift to where it leads. A waiting thread leads forward.
Direction directionOfKey(Relation relation, bool withShift);

} // namespace revisit
