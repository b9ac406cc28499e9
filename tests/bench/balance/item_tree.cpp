// The file: a line "items 1 NANOSECONDS-PER-EVENT NANOSECONDS-PER-STEP NAME", then a line for each node, children
// before parents, the root last: executions, events added, steps, the number of children, and of each child its node
// and by what the weight is divided.
#include "item_tree.h"

#include <cmath>
#include <istream>
#include <ostream>

#include <fmt/format.h>

namespace revisit::balance {

namespace {

std::uint64_t hashOf(const ItemNode& node) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  const auto mix = [&](std::uint64_t value) { hash = (hash ^ value) * 0x9e3779b97f4a7c15u ^ hash >> 29; };
  mix(node.executions);
  mix(node.added);
  mix(node.steps);
  for (const ItemNode::Child& child : node.children) {
    mix(child.node);
    mix(static_cast<std::uint64_t>(std::llround(1 / child.share)));
  }
  return hash;
}

double workOf(const ItemNode& node) {
  return node.added + 0.25;
}

std::uint64_t nanoseconds(double each, double count) {
  return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::llround(each * count)));
}

} // namespace

NodeId ItemTree::add(ItemNode node) {
  const std::uint64_t hash = hashOf(node);
  const auto [begin, end] = m_byHash.equal_range(hash);
  for (auto known = begin; known != end; ++known)
    if (m_nodes[known->second] == node)
      return known->second;
  std::uint64_t executions = node.executions;
  for (const ItemNode::Child& child : node.children)
    executions += m_executions[child.node];
  const auto id = static_cast<NodeId>(m_nodes.size());
  m_byHash.emplace(hash, id);
  m_nodes.push_back(std::move(node));
  m_executions.push_back(executions);
  return id;
}

void ItemTree::setCosts(const ItemCosts& costs) {
  m_costs = costs;
  m_times.clear();
  m_ownTimes.clear();
  m_beginTimes.clear();
  for (const ItemNode& node : m_nodes) {
    const std::uint64_t own = nanoseconds(costs.added, workOf(node));
    std::uint64_t time = own;
    for (const ItemNode::Child& child : node.children)
      time += m_times[child.node];
    m_ownTimes.push_back(own);
    m_times.push_back(time);
    m_beginTimes.push_back(node.steps == 0 ? 0 : nanoseconds(costs.step, node.steps + 1.0));
  }
}

double ItemTree::work(std::uint64_t executions) const {
  double work = 0;
  std::vector<NodeId> next{m_root}; // a stack
  for (std::uint64_t found = 0; !next.empty() && found < executions;) {
    const ItemNode& node = m_nodes[next.back()];
    next.pop_back();
    work += workOf(node);
    found += node.executions;
    for (auto child = node.children.rbegin(); child != node.children.rend(); ++child)
      next.push_back(child->node);
  }
  return work;
}

void ItemTree::write(std::ostream& stream) const {
  stream << fmt::format("items 1 {:.6g} {:.6g} {}\n", m_costs.added, m_costs.step, m_name);
  for (const ItemNode& node : m_nodes) {
    stream << fmt::format("{} {} {} {}", node.executions, node.added, node.steps, node.children.size());
    for (const ItemNode::Child& child : node.children)
      stream << fmt::format(" {} {}", child.node, std::llround(1 / child.share));
    stream << '\n';
  }
}

Result<ItemTree> ItemTree::read(std::istream& stream, const std::string& name) {
  const auto bad = [&](std::size_t line) {
    return Error{ErrorCode::BadFormat, name, fmt::format("line {} is not of a recorded tree: record it again", line)};
  };
  std::string word;
  unsigned version = 0;
  ItemCosts costs;
  ItemTree tree;
  if (!(stream >> word >> version >> costs.added >> costs.step) || word != "items" || version != 1)
    return bad(1);
  std::getline(stream.ignore(), tree.m_name);
  ItemNode node;
  std::size_t children = 0, line = 2;
  for (; stream >> node.executions >> node.added >> node.steps >> children; line++) {
    node.children.resize(children);
    for (ItemNode::Child& child : node.children) {
      double divisor = 0;
      if (!(stream >> child.node >> divisor) || child.node >= tree.size() || !(divisor >= 1))
        return bad(line);
      child.share = 1 / divisor;
    }
    tree.m_root = tree.add(node);
  }
  if (!stream.eof() || tree.size() == 0)
    return bad(line);
  tree.setCosts(costs);
  return tree;
}

} // namespace revisit::balance
