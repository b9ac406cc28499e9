#include "explore/sections/wakeup_tree.h"

#include <algorithm>
#include <iterator>

namespace revisit {

namespace {

Sequence::const_iterator firstStepOf(ThreadId thread, const Sequence& sequence) {
  return std::ranges::find(sequence, thread, [](const SharedStep& step) { return step->thread; });
}

bool conflictsBefore(const Footprint& footprint, const Sequence& sequence, Sequence::const_iterator end) {
  return std::any_of(sequence.begin(), end,
                     [&](const SharedStep& step) { return conflict(footprint, step->footprint); });
}

} // namespace

void Sleepers::add(const Sequence& variants, std::size_t all) {
  if (variants.empty())
    return;
  std::erase_if(m_sleepers, [&](const Sleeper& old) { return old.step->thread == variants.front()->thread; });
  for (const SharedStep& variant : variants)
    m_sleepers.push_back({variant, all});
}

Sleepers Sleepers::behind(ThreadId taken, const Footprint& footprint) const {
  Sleepers left;
  for (const Sleeper& sleeper : m_sleepers)
    if (sleeper.step->thread != taken && !conflict(sleeper.step->footprint, footprint))
      left.m_sleepers.push_back(sleeper);
  return left;
}

bool Sleepers::contains(ThreadId thread, const std::vector<Way>& ways) const {
  return std::ranges::any_of(
      m_sleepers, [&](const Sleeper& sleeper) { return sleeper.step->thread == thread && sleeper.step->ways == ways; });
}

bool Sleepers::isWhole(ThreadId thread) const {
  const auto first = std::ranges::find(m_sleepers, thread, [](const Sleeper& sleeper) { return sleeper.step->thread; });
  return first != m_sleepers.end() &&
         static_cast<std::size_t>(std::ranges::count(
             m_sleepers, thread, [](const Sleeper& sleeper) { return sleeper.step->thread; })) == first->variants;
}

bool Sleepers::coverAll() const {
  return std::ranges::any_of(m_sleepers, [&](const Sleeper& sleeper) { return isWhole(sleeper.step->thread); });
}

bool Sleepers::cover(const Sequence& sequence) const {
  return std::ranges::any_of(m_sleepers, [&](const Sleeper& sleeper) {
    const ThreadId thread = sleeper.step->thread;
    const auto own = firstStepOf(thread, sequence);
    if (own != sequence.end())
      return (*own)->ways == sleeper.step->ways && !conflictsBefore((*own)->footprint, sequence, own);
    return isWhole(thread) && std::ranges::none_of(m_sleepers, [&](const Sleeper& variant) {
             return variant.step->thread == thread && conflictsBefore(variant.step->footprint, sequence, own);
           });
  });
}

bool Sleepers::begin(const Sequence& sequence) const {
  return std::ranges::any_of(m_sleepers, [&](const Sleeper& sleeper) {
    const auto own = firstStepOf(sleeper.step->thread, sequence);
    return sequence.end() - own > 1 && (*own)->ways == sleeper.step->ways &&
           !conflictsBefore((*own)->footprint, sequence, own);
  });
}

std::vector<WakeupTree::Node> WakeupTree::takeOut(ThreadId thread) {
  const auto own =
      std::ranges::stable_partition(m_nodes, [&](const Node& node) { return node.step->thread != thread; });
  std::vector<Node> out(std::make_move_iterator(own.begin()), std::make_move_iterator(own.end()));
  m_nodes.erase(own.begin(), own.end());
  return out;
}

WakeupTree WakeupTree::behind(const std::vector<Node>& out, const std::vector<Way>& ways) {
  WakeupTree tree;
  for (const Node& node : out)
    if (node.step->ways == ways)
      tree.m_nodes = node.children;
  return tree;
}

void WakeupTree::insert(std::vector<Node>& nodes, Sequence sequence) {
  for (Node& node : nodes) {
    const auto own = firstStepOf(node.step->thread, sequence);
    const bool isIn = own != sequence.end();
    if (conflictsBefore(isIn ? (*own)->footprint : node.step->footprint, sequence, own))
      continue;
    if (isIn && node.step->ways != (*own)->ways)
      continue;
    if (isIn)
      sequence.erase(own);
    // Another variant of the step may conflict with a sequence that does not contain the thread. Then that sequence is
    // also a branch of its own, where this variant sleeps.
    const bool isWhole = isIn || std::ranges::none_of(nodes, [&](const Node& variant) {
                           return variant.step->thread == node.step->thread &&
                                  conflictsBefore(variant.step->footprint, sequence, sequence.end());
                         });
    // A leaf stands for every continuation, and so does the end of the sequence.
    if (!node.children.empty() && !sequence.empty())
      insert(node.children, sequence);
    if (isWhole)
      return;
  }
  std::vector<Node>* at = &nodes;
  for (SharedStep& step : sequence)
    at = &at->emplace_back(Node{std::move(step), {}}).children;
}

} // namespace revisit
