// The partial order of the seq_cst accesses and fences (psc) of a witness under RC11, whose definition
// memory/partial_sc_order.h quotes. That class decides whether one access keeps it acyclic; this one lists the order,
// and the edges that each pair of it consists of. Immutable; any thread.
#pragma once

#include "query/axioms/axiom_edge.h"
#include "query/axioms/happens_before.h"

#include <map>

namespace revisit {

class PartialSc {
public:
  // `before` must live as long. Without seq_cst events O(n), otherwise O(seq_cst events * accesses^2) at worst.
  explicit PartialSc(const HappensBefore& before);

  struct Step {
    EventNumber from = 0, to = 0;
    std::vector<AxiomEdge> edges; // from `from` to `to`: po, hb, co, fr, and rf behind co or fr
  };

  // All pairs, in order of `from`.
  const std::vector<Step>& steps() const { return m_steps; }
  // The pairs of two threads that do not follow from others. Requires that the order is acyclic.
  std::vector<SynchronizingPair> pairs() const;
  // The edges of a cycle of the order, with the fewest edges; empty if it is acyclic.
  std::vector<AxiomEdge> cycle() const;

private:
  struct Leading { // from an event that `from` happens before, or itself, to one that leads on
    AxiomEdge edge;
    std::optional<AxiomEdge> readsFrom;
  };

  bool isSc(EventNumber event) const;
  bool isFence(EventNumber event) const;
  bool isElsewhere(EventNumber event, EventNumber access) const;
  bool happensAround(EventNumber first, EventNumber second) const;
  bool isBeforeThreadOf(EventNumber event, EventNumber other) const;
  void addSteps(EventNumber from);
  void addOrdered(EventNumber from);
  void addAccesses(EventNumber from, EventNumber access);
  void arrive(EventNumber from, const Leading& leading, bool onlyFences);
  void add(EventNumber from, EventNumber to, std::vector<AxiomEdge> edges);
  AxiomEdge ordered(EventNumber from, EventNumber to) const;

  const HappensBefore& m_before;
  const Timeline& m_timeline;
  std::vector<EventNumber> m_events; // seq_cst
  std::map<std::pair<EventNumber, EventNumber>, std::size_t> m_known;
  std::vector<Step> m_steps;
};

} // namespace revisit
