// The axioms of memory models, as they are printed.
//
// Of all models: no cycle of program order, reads-from, the orders of operations on objects, creation and join (so
// there is no load buffering); coherence for each location; a read-modify-write directly follows its source.
#pragma once

#include "weak_graph.h"

namespace revisit::test {

enum class WeakModel : std::uint8_t {
  Sc,
  Tso, // x86: plain accesses are moves
  Pso, // TSO where stores to different locations may pass each other
  Sra, // Ra without a cycle of happens-before and coherence
  Ra,  // release and acquire: every atomic access is one, whatever its order
  Rc11 // C11 as repaired by Lahav et al. (PLDI 2017), with the release sequences of C++20
};
constexpr WeakModel allWeakModels[] = {WeakModel::Sc,  WeakModel::Tso, WeakModel::Pso,
                                       WeakModel::Sra, WeakModel::Ra,  WeakModel::Rc11};
const char* nameOf(WeakModel model);

bool isConsistent(const WeakGraph& graph, WeakModel model);

// Happens-before, by which data races are judged. Rc11: with the orders as they are written. The others: every atomic
// write releases, and every atomic read acquires.
Relation happensBefore(const WeakGraph& graph, WeakModel model);

// Whether two conflicting accesses, at least one of them plain, are not ordered by happens-before.
bool hasRace(const WeakGraph& graph, WeakModel model);
// Whether the end of a lifetime and another access to that memory are not ordered by happens-before.
bool hasLifetimeRace(const WeakGraph& graph, WeakModel model);

} // namespace revisit::test
