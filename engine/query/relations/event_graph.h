// An execution as nodes and edges: one node for each event, followed by one for each thread that waits at the end.
// Created once, then read-only.
#pragma once

#include "query/relations/relation.h"
#include "query/timeline/timeline.h"
#include "query/timeline/waiting.h"

#include <optional>
#include <vector>

namespace revisit {

using NodeIndex = std::size_t; // from 0; node i is event i + 1 of the schedule, or a wait

struct EventEdge {
  Relation relation = Relation::ProgramOrder;
  NodeIndex from = 0, to = 0;
  friend bool operator==(const EventEdge&, const EventEdge&) = default;
};

class EventGraph {
public:
  // `next`: the node of an event that has not happened but is known to come next: only program order leads to it. O(n
  // log n), plus the writes to each distinct range of bytes, and under a weak memory model the cost of HappensBefore
  // and PartialSc: a graph of more than maxEventsOfAxioms events does not have these two.
  explicit EventGraph(const Timeline& timeline, std::optional<NodeIndex> next = {});

  std::size_t size() const { return m_threads.size(); }
  std::optional<NodeIndex> next() const { return m_next; }
  const std::vector<EventEdge>& edges() const { return m_edges; }
  unsigned threadOf(NodeIndex node) const { return m_threads[node]; }
  // The nodes after those of the events.
  const std::vector<Wait>& waits() const { return m_waits; }
  // The edges that begin or end at the node, as indices into edges().
  const std::vector<std::size_t>& incident(NodeIndex node) const { return m_incident[node]; }
  // Nothing for a wait.
  std::optional<EventNumber> eventOf(NodeIndex node) const;
  // Null for an event.
  const Wait* waitOf(NodeIndex node) const;
  // Whether the thread is part of a cycle of waiting threads.
  bool isInCycle(NodeIndex node) const;

  // The nodes to which one edge of the relation leads from the node; ascending.
  std::vector<NodeIndex> neighbours(NodeIndex node, Relation relation, Direction direction) const;

private:
  void addProgramOrder(const Timeline& timeline);
  void addMemory(const Timeline& timeline);
  void addOrders(const Timeline& timeline);
  void addChains(const Timeline& timeline);
  void addThreads(const Timeline& timeline);
  void addWaits(const Timeline& timeline);
  void add(Relation relation, NodeIndex from, NodeIndex to);

  std::size_t m_events = 0;
  std::optional<NodeIndex> m_next;
  std::vector<unsigned> m_threads; // by node
  std::vector<Wait> m_waits;
  std::vector<unsigned> m_cycle; // threads
  std::vector<EventEdge> m_edges;
  std::vector<std::vector<std::size_t>> m_incident; // by node: indices into edges() of those that begin or end there
};

constexpr NodeIndex nodeOf(EventNumber event) {
  return event - 1;
}

} // namespace revisit
