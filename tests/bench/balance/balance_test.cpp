// The simulation of many workers against an exploration node by node.
#include "balance_simulation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <sstream>

namespace revisit::balance {
namespace {

// A tree without equal subtrees: the number of added events names the node.
class RandomTree {
public:
  RandomTree(std::uint64_t seed, unsigned size) : m_random(seed) {
    tree.setRoot(make(size, 0));
    tree.setCosts({100, 50});
  }
  ItemTree tree;

private:
  // A subtree with about this many nodes.
  NodeId make(unsigned size, unsigned depth) {
    ItemNode node;
    node.added = m_next++;
    node.executions = size > 1 || m_random() % 2 == 0 ? 1 : 0;
    node.steps = depth;
    for (unsigned left = size - 1; left != 0;) {
      const unsigned part = 1 + static_cast<unsigned>(m_random() % left);
      const auto divisor = static_cast<double>(1 + m_random() % 8); // weights say little
      node.children.push_back({make(part, depth + 1), 1 / divisor});
      left -= part;
    }
    return tree.add(std::move(node));
  }

  std::mt19937_64 m_random;
  std::uint32_t m_next = 1;
};

// The names of all nodes of the piece.
std::vector<std::uint32_t> namesOf(const ItemTree& tree, const PieceShape& piece) {
  std::vector<std::uint32_t> names;
  const auto visit = [&](const auto& self, NodeId id) -> void {
    names.push_back(tree.node(id).added);
    for (const ItemNode::Child& child : tree.node(id).children)
      self(self, child.node);
  };
  for (const ShapeItem& item : piece.items)
    visit(visit, item.node);
  return names;
}

std::uint64_t executionsOf(const ItemTree& tree, NodeId id) {
  std::uint64_t executions = tree.node(id).executions;
  for (const ItemNode::Child& child : tree.node(id).children)
    executions += executionsOf(tree, child.node);
  return executions;
}

// Every node is explored by one worker, once, and nothing is left.
void expectEachOnce(const ItemTree& tree, const Parameters& parameters) {
  std::vector<std::uint32_t> found;
  const Outcome outcome = simulate(tree, parameters, [&](const PieceShape& piece, const PieceShape& left) {
    const std::vector<std::uint32_t> all = namesOf(tree, piece), rest = namesOf(tree, left);
    ASSERT_LE(rest.size(), all.size());
    ASSERT_TRUE(std::equal(rest.rbegin(), rest.rend(), all.rbegin())) << "what is left is not the end of the piece";
    found.insert(found.end(), all.begin(), all.end() - static_cast<std::ptrdiff_t>(rest.size()));
  });
  std::vector<std::uint32_t> expected = namesOf(tree, wholeShape(tree));
  std::ranges::sort(expected);
  std::ranges::sort(found);
  ASSERT_EQ(found, expected);
  EXPECT_EQ(outcome.executions, executionsOf(tree, tree.root()));
  EXPECT_LE(outcome.efficiency(parameters.workers), 1.0);
  EXPECT_GT(outcome.efficiency(parameters.workers), 0);
}

Parameters randomParameters(std::mt19937_64& random) {
  const auto pick = [&](std::uint64_t below) { return random() % below; };
  Parameters parameters;
  parameters.workers = static_cast<unsigned>(1 + pick(pick(2) == 0 ? 4 : 200));
  parameters.scheme = pick(2) == 0 ? Scheme::List : Scheme::Stealing;
  parameters.latency = pick(5000);
  parameters.message = 1 + pick(2000);
  parameters.finish = pick(500);
  parameters.handOut = pick(500);
  parameters.item = pick(100);
  parameters.entry = static_cast<double>(pick(10));
  parameters.fewestExecutions = 1 + pick(20);
  parameters.fewestTime = pick(2) * pick(100000);
  parameters.giver = static_cast<Giver>(pick(3));
  parameters.asks = static_cast<unsigned>(1 + pick(10));
  parameters.groups = static_cast<double>(pick(6));
  parameters.cut = static_cast<Cut>(pick(4));
  parameters.building = static_cast<Building>(pick(2));
  parameters.keeps = pick(2) == 0;
  parameters.telling = pick(4) == 0 ? 10'000'000 : 0;
  parameters.seed = random();
  return parameters;
}

TEST(Balance, EachItemIsExploredOnce) {
  std::mt19937_64 random(3);
  for (std::uint64_t seed = 1; seed <= 200; seed++) {
    const RandomTree made(seed, static_cast<unsigned>(1 + random() % 2000));
    expectEachOnce(made.tree, randomParameters(random));
    if (HasFatalFailure())
      FAIL() << "seed " << seed;
  }
}

TEST(Balance, OneWorkerIsAsFastAsOneWorker) {
  const RandomTree made(1, 1000);
  for (const Scheme scheme : {Scheme::List, Scheme::Stealing}) {
    const Outcome outcome = simulate(made.tree, {.workers = 1, .scheme = scheme});
    EXPECT_EQ(outcome.time, made.tree.time(made.tree.root()));
    EXPECT_EQ(outcome.efficiency(1), 1.0);
    EXPECT_EQ(outcome.pieces, 1u);
  }
}

// A wide tree of equal items, without costs of messages: nearly all workers are at work nearly always.
TEST(Balance, WithoutMessagesNothingIsLost) {
  ItemTree tree;
  const NodeId leaf = tree.add({.executions = 1, .added = 10});
  ItemNode inner{.executions = 1, .added = 10};
  inner.children.assign(100, {leaf, 1.0 / 101});
  ItemNode root{.executions = 1, .added = 10};
  root.children.assign(100, {tree.add(inner), 1.0 / 101});
  tree.setRoot(tree.add(root));
  tree.setCosts({100, 0});
  EXPECT_EQ(tree.executions(tree.root()), 10101u);
  for (const Scheme scheme : {Scheme::List, Scheme::Stealing}) {
    Parameters parameters{
        .workers = 10, .scheme = scheme, .message = 1, .fewestExecutions = 1, .asks = 10, .cut = Cut::Nearest};
    EXPECT_GT(simulate(tree, parameters).efficiency(10), 0.95);
    // A network as slow as the whole exploration gains nothing.
    parameters.latency = tree.time(tree.root());
    EXPECT_LT(simulate(tree, parameters).efficiency(10), 0.1);
  }
}

// The less the coordinator's messages cost, the better; and it is never busier than always.
TEST(Balance, TheCoordinatorIsABottleneck) {
  const RandomTree made(5, 20000);
  Parameters parameters{.workers = 100, .latency = 100, .message = 10, .fewestExecutions = 2, .asks = 100};
  const Outcome fast = simulate(made.tree, parameters);
  parameters.message = 100000;
  const Outcome slow = simulate(made.tree, parameters);
  EXPECT_LT(slow.efficiency(100), fast.efficiency(100));
  EXPECT_GT(static_cast<double>(slow.busy), 0.5 * static_cast<double>(slow.time));
  EXPECT_LE(slow.busy, slow.time);
  parameters.telling = 1000; // more than it can receive
  EXPECT_LT(simulate(made.tree, parameters).efficiency(100), 1e-6);
}

TEST(Balance, StopsAtTheMomentItIsAsked) {
  const RandomTree made(7, 500);
  const PieceShape whole = wholeShape(made.tree);
  const std::vector<std::uint32_t> all = namesOf(made.tree, whole);
  std::uint64_t place = 0;
  for (std::uint64_t time = 0; time < made.tree.time(made.tree.root()); time += 997) {
    const Explored explored = exploreShape(made.tree, whole, time, 0);
    EXPECT_GE(explored.time, time);
    EXPECT_EQ(explored.left.place, explored.time); // in place from the beginning on
    EXPECT_GE(explored.left.place, place);
    place = explored.left.place;
    const std::vector<std::uint32_t> left = namesOf(made.tree, explored.left);
    // The node explored last is what reached the time.
    ASSERT_LT(left.size(), all.size());
    std::uint64_t before = 0;
    for (std::size_t i = 0; i + 1 < all.size() - left.size(); i++)
      before += 100 * all[i] + 25;
    EXPECT_LE(before, time);
  }
}

TEST(Balance, TreesAreTheirFiles) {
  const RandomTree made(9, 300);
  std::stringstream file;
  made.tree.write(file);
  const std::string text = file.str();
  Result<ItemTree> again = ItemTree::read(file, "file");
  ASSERT_TRUE(again);
  EXPECT_EQ(again->size(), made.tree.size());
  EXPECT_EQ(again->time(again->root()), made.tree.time(made.tree.root()));
  EXPECT_EQ(namesOf(*again, wholeShape(*again)), namesOf(made.tree, wholeShape(made.tree)));
  std::stringstream other("items 2 1 1 x\n"), cut(text.substr(0, text.rfind(' ')));
  EXPECT_FALSE(ItemTree::read(other, "file"));
  EXPECT_FALSE(ItemTree::read(cut, "file"));
}

} // namespace
} // namespace revisit::balance
