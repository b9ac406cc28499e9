// The cycle of relations with which the axiom of a memory model forbids a choice: the source of a read, or the place of
// a write. The timeline is that of an execution in which the choice was made all the same. Pure functions.
#pragma once

#include "query/axioms/axiom_edge.h"

#include <string>
#include <vector>

namespace revisit {

// The axiom that a cycle violates.
enum class Axiom : std::uint8_t {
  Sequential,     // sc: po, rf, co, fr, object chains, creation and join
  Coherence,      // sra, ra, rc11: hb, and one of co, fr, each with rf behind it
  CoherenceOrder, // sra: hb and co
  PartialSc,      // rc11: psc, shown as the edges that it consists of
  StoreBuffers    // tso, pso: ppo, rf between threads, co, fr, object chains, creation and join; or po, co and fr
};

struct ForbiddingCycle {
  Axiom axiom = Axiom::Sequential;
  std::vector<AxiomEdge> edges; // each begins where the one before it ends; empty: none was found
};

// A cycle, with as few edges as possible, under the witness's memory model. `chosen`: the events whose choices are in
// question, which come last in their threads; it leads through one of them, except that of psc. None is found if the
// choice is consistent, if something else than these axioms forbids it (that an update directly follows its source),
// and for more than maxEventsOfAxioms events. O(n^2), for rc11 also the cost of PartialSc.
ForbiddingCycle forbiddingCycle(const Timeline& timeline, const std::vector<EventNumber>& chosen);

// "(2,1) -fr-> (1,0) -hb-> (2,1)"; empty without edges.
std::string arrowsText(const Timeline& timeline, const ForbiddingCycle& cycle);

} // namespace revisit
