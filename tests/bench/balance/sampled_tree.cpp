#include "sampled_tree.h"

#include <cmath>
#include <map>
#include <random>
#include <tuple>

namespace revisit::balance {

namespace {

// Probes items and counts the work.
class Recorder {
public:
  Recorder(ItemProbe& probe, const RecordProgress& tell) : m_probe(probe), m_tell(tell), m_begin(processorTime()) {}

  Result<Probed> probe(const PieceItem& item) {
    Result<Probed> probed = m_probe.probe(item);
    if (!probed)
      return probed;
    m_recorded.steps += probed->node.steps;
    m_recorded.added += probed->node.added;
    if (++m_recorded.items % 100000 == 0)
      m_tell(m_recorded.items);
    return probed;
  }

  Recorded finish(ItemTree tree, NodeId root) {
    tree.setRoot(root);
    m_recorded.tree = std::move(tree);
    m_recorded.time = processorTime() - m_begin;
    return std::move(m_recorded);
  }

private:
  ItemProbe& m_probe;
  const RecordProgress& m_tell;
  const double m_begin;
  Recorded m_recorded;
};

// A kept item of a stratum.
struct Kept {
  Probed probed;
  double weight = 0;                // how many items of the tree it stands for
  std::vector<std::size_t> targets; // of each child: the item of the next level that it is like
};

// What is known of an item before it is decided whether it is kept.
struct Candidate {
  std::size_t parent = 0, child = 0;
  double weight = 0;
};

// Events before and after, and children.
using Stratum = std::tuple<std::uint32_t, std::uint32_t, std::size_t>;
Stratum stratumOf(const Probed& probed) {
  return {probed.node.steps, probed.node.added, probed.left.size()};
}

// Keeps candidates of one stratum, the larger ones more probably (Efraimidis and Spirakis).
class Reservoir {
public:
  // Whether the candidate is kept, for now.
  bool offers(double weight, unsigned size, std::mt19937_64& random) {
    m_key = -std::log(std::uniform_real_distribution<>(1e-300, 1)(random)) / weight;
    return m_kept.size() < size || m_key < m_kept.rbegin()->first;
  }
  void keep(unsigned size, std::size_t candidate, Probed probed) {
    m_kept.emplace(m_key, std::pair(candidate, std::move(probed)));
    if (m_kept.size() > size)
      m_kept.erase(std::prev(m_kept.end()));
  }
  std::multimap<double, std::pair<std::size_t, Probed>>& kept() { return m_kept; }
  std::vector<std::size_t> all; // candidates

private:
  double m_key = 0;
  std::multimap<double, std::pair<std::size_t, Probed>> m_kept;
};

// Sets what the children of `level` are like, and gives that.
Result<std::vector<Kept>> nextLevel(std::vector<Kept>& level, unsigned perStratum, std::mt19937_64& random,
                                    Recorder& recorder) {
  std::vector<Candidate> candidates;
  std::map<Stratum, Reservoir> strata;
  for (std::size_t parent = 0; parent < level.size(); parent++)
    for (std::size_t child = 0; child < level[parent].probed.left.size(); child++) {
      Result<Probed> probed = recorder.probe(level[parent].probed.left[child]);
      if (!probed)
        return probed.error();
      Reservoir& reservoir = strata[stratumOf(*probed)];
      reservoir.all.push_back(candidates.size());
      if (reservoir.offers(level[parent].weight, perStratum, random))
        reservoir.keep(perStratum, candidates.size(), std::move(*probed));
      candidates.push_back({parent, child, level[parent].weight});
    }
  std::vector<Kept> next;
  for (Kept& kept : level)
    kept.targets.resize(kept.probed.left.size());
  for (auto& [stratum, reservoir] : strata) {
    const std::size_t first = next.size();
    std::map<std::size_t, std::size_t> own; // of candidates that were kept
    for (auto& [key, kept] : reservoir.kept()) {
      own.emplace(kept.first, next.size());
      next.push_back({std::move(kept.second), 0, {}});
    }
    std::uniform_int_distribution<std::size_t> any(first, next.size() - 1);
    for (const std::size_t each : reservoir.all) {
      const auto kept = own.find(each);
      const std::size_t target = kept != own.end() ? kept->second : any(random);
      next[target].weight += candidates[each].weight;
      level[candidates[each].parent].targets[candidates[each].child] = target;
    }
  }
  return next;
}

} // namespace

Result<Recorded> recordWhole(ItemProbe& probe, const RecordProgress& tell) {
  struct Frame {
    ItemNode node;
    Piece left;
    std::size_t next = 0;
    double share = 1;
  };
  Recorder recorder(probe, tell);
  ItemTree tree;
  std::vector<Frame> open;
  PieceItem item;
  while (true) {
    Result<Probed> probed = recorder.probe(item);
    if (!probed)
      return probed.error();
    open.push_back({std::move(probed->node), std::move(probed->left), 0, item.weight});
    while (open.back().next == open.back().left.size()) {
      const double share = open.back().share;
      const NodeId done = tree.add(std::move(open.back().node));
      open.pop_back();
      if (open.empty())
        return recorder.finish(std::move(tree), done);
      open.back().node.children.push_back({done, share});
    }
    item = std::move(open.back().left[open.back().next++]);
  }
}

Result<Recorded> recordSample(ItemProbe& probe, unsigned perStratum, std::uint64_t seed, const RecordProgress& tell) {
  std::mt19937_64 random(seed);
  Recorder recorder(probe, tell);
  Result<Probed> root = recorder.probe(PieceItem());
  if (!root)
    return root.error();
  std::vector<std::vector<Kept>> levels(1);
  levels[0].push_back({std::move(*root), 1, {}});
  while (!levels.back().empty()) {
    Result<std::vector<Kept>> next = nextLevel(levels.back(), perStratum, random, recorder);
    if (!next)
      return next.error();
    for (Kept& kept : levels.back())
      for (PieceItem& item : kept.probed.left)
        item.bytes = {}; // not needed any more
    levels.push_back(std::move(*next));
  }
  ItemTree tree;
  std::vector<NodeId> below, ids;
  for (auto level = levels.rbegin(); level != levels.rend(); ++level) {
    ids.clear();
    for (Kept& kept : *level) {
      for (std::size_t i = 0; i < kept.targets.size(); i++)
        kept.probed.node.children.push_back({below[kept.targets[i]], kept.probed.left[i].weight});
      ids.push_back(tree.add(std::move(kept.probed.node)));
    }
    below.swap(ids);
  }
  return recorder.finish(std::move(tree), below.at(0));
}

} // namespace revisit::balance
