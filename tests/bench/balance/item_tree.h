// The tree of work items of an exploration, as the simulation of many workers needs it: what each item costs and which
// items are left of it after its first execution. Equal subtrees are kept once, so a tree of 10^9 executions has some
// thousand nodes.
//
// The children of a node are in the order in which one worker explores them, each with its share of the parent's weight
// (explore/pieces.h).
#pragma once

#include "base/result.h"

#include <cstdint>
#include <iosfwd>
#include <string>
#include <unordered_map>
#include <vector>

namespace revisit::balance {

using NodeId = std::uint32_t;

struct ItemNode {
  struct Child {
    NodeId node = 0;
    double share = 1;
    friend bool operator==(const Child&, const Child&) = default;
  };
  std::uint32_t executions = 0; // 0: the alternative leads to no execution of its own
  std::uint32_t added = 0;      // events that are added up to the end of the first execution
  std::uint32_t steps = 0;      // events of the graph that is built first, if the item is begun from its bytes
  std::vector<Child> children;
  friend bool operator==(const ItemNode&, const ItemNode&) = default;
};

// What the worker's time goes to, in nanoseconds.
struct ItemCosts {
  double added = 0; // for each event added; a quarter of it for each item, for looking at the alternative
  double step = 0;  // for each event of the graph that an item begins with, making the item included
};

class ItemTree {
public:
  // The node's number; an equal one that was added before is taken. Its children were added before.
  NodeId add(ItemNode node);
  void setRoot(NodeId root) { m_root = root; }
  void setName(std::string name) { m_name = std::move(name); }
  // Computes times. After the last add().
  void setCosts(const ItemCosts& costs);

  const std::string& name() const { return m_name; }
  NodeId root() const { return m_root; }
  std::size_t size() const { return m_nodes.size(); }
  const ItemNode& node(NodeId id) const { return m_nodes[id]; }
  const ItemCosts& costs() const { return m_costs; }
  // Executions of the subtree.
  std::uint64_t executions(NodeId id) const { return m_executions[id]; }
  // Nanoseconds to explore the subtree in place, and its first execution alone; at least 1.
  std::uint64_t time(NodeId id) const { return m_times[id]; }
  std::uint64_t ownTime(NodeId id) const { return m_ownTimes[id]; }
  // Nanoseconds to rebuild the graph of the item from its bytes; 0 for the whole exploration, which has no bytes.
  std::uint64_t beginTime(NodeId id) const { return m_beginTimes[id]; }

  // The work in place up to the n-th execution, in events added, where each item counts as a quarter. O(that many
  // items).
  double work(std::uint64_t executions) const;

  // A text: see the .cpp.
  void write(std::ostream& stream) const;
  static Result<ItemTree> read(std::istream& stream, const std::string& name);

private:
  std::string m_name;
  NodeId m_root = 0;
  ItemCosts m_costs;
  std::vector<ItemNode> m_nodes;
  std::vector<std::uint64_t> m_executions, m_times, m_ownTimes, m_beginTimes;
  std::unordered_multimap<std::uint64_t, NodeId> m_byHash;
};

} // namespace revisit::balance
