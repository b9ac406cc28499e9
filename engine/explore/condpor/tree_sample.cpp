#include "explore/condpor/tree_sample.h"

#include <algorithm>
#include <cmath>

namespace revisit {

namespace {

// A part of the choice of nodes goes by their weight alone, whatever earlier passes have met.
constexpr double blindShare = 0.3;
// Nodes that are alike, or nearly, that passes must have met before it counts.
constexpr double fewestMet = 4;
constexpr std::uint32_t farthestLikes = 6; // events

// Passes narrower than that differ too much, and only teach the choice of nodes.
constexpr std::size_t leastWidth = 32;
constexpr std::size_t fewestPasses = 4;
constexpr double maxError = 0.7, leastError = 0.1; // relative to the number of executions
// Standard deviations of the mean that the error is.
constexpr double deviations = 2;
// The distribution of passes has a long tail towards large numbers. Few passes often miss it: their mean is too small,
// and so is their spread, and just these would be shown first. So the spread begins as that of so many passes that
// differ by this relative standard deviation at this width. Fitted to recorded trees (DESIGN, Pieces).
constexpr double supposedPasses = 8, supposedDeviation = 1.7, supposedWidth = 32;

// The number t for which the sum of min(1, score / t) is `wanted`. Requires more scores than that, all above 0; they
// are sorted in descending order.
double thresholdOf(std::vector<double>& scores, double wanted) {
  std::ranges::sort(scores, std::greater());
  double rest = 0;
  for (const double score : scores)
    rest += score;
  double certain = 0; // so many are at 1
  for (const double score : scores) {
    const double threshold = rest / (wanted - certain);
    if (score < threshold || certain + 1 >= wanted)
      return threshold;
    rest -= score;
    certain++;
  }
  return 0;
}

} // namespace

std::optional<double> TreeSample::pass(std::size_t width, const Expand& expand) {
  m_sizes.clear();
  std::vector<Level> levels;
  levels.push_back({Node{.item = PieceItem()}});
  double executions = 0;
  Piece left;
  while (!levels.back().empty()) {
    Level candidates;
    for (std::size_t i = 0; i < levels.back().size(); i++) {
      Node& node = levels.back()[i];
      left.clear();
      const std::optional<bool> isExecution = expand(node.item, left);
      if (!isExecution)
        return std::nullopt;
      node.below = *isExecution ? 1 : 0;
      executions += node.weight * node.below;
      node.item = {};
      for (PieceItem& item : left) {
        const Likes likes(item.kind, item.events);
        candidates.push_back({std::move(item), likes, node.weight, 1, i, 0});
      }
    }
    levels.push_back(keep(std::move(candidates), width));
  }
  learn(levels);
  return executions;
}

// Systematic sampling: nodes that are alike stand beside each other, so that of each kind about its share is kept.
TreeSample::Level TreeSample::keep(Level candidates, std::size_t width) {
  if (candidates.size() <= width)
    return candidates;
  std::ranges::stable_sort(candidates, {}, &Node::likes);
  double weights = 0, sizes = 0;
  for (const Node& node : candidates) {
    weights += node.weight;
    sizes += node.weight * sizeOf(node.likes);
  }
  const double blind = blindShare * sizes / weights;
  std::vector<double> scores;
  for (const Node& node : candidates)
    scores.push_back(node.weight * (sizeOf(node.likes) + blind));
  std::vector<double> sorted = scores;
  const double threshold = thresholdOf(sorted, static_cast<double>(width));
  Level kept;
  double sum = std::uniform_real_distribution<double>(0, 1)(m_random);
  for (std::size_t i = 0; i < candidates.size(); i++) {
    const double probability = std::min(1.0, scores[i] / threshold);
    const double before = std::floor(sum);
    sum += probability;
    if (probability < 1 && std::floor(sum) == before)
      continue;
    Node& node = kept.emplace_back(std::move(candidates[i]));
    node.stands = 1 / probability;
    node.weight *= node.stands;
  }
  return kept;
}

// The square root of the mean square of the executions below such nodes, as far as is known; at least 1, the node's
// own.
double TreeSample::sizeOf(const Likes& likes) {
  if (const auto known = m_sizes.find(likes); known != m_sizes.end())
    return known->second;
  Met met;
  for (std::uint32_t distance = 0; distance <= farthestLikes && met.nodes < fewestMet; distance++) {
    const auto [kind, events] = likes;
    met = {};
    const auto begin = m_met.lower_bound({kind, events - std::min(events, distance)});
    const auto end = m_met.upper_bound({kind, events + distance});
    for (auto one = begin; one != end; ++one) {
      met.nodes += one->second.nodes;
      met.squares += one->second.squares;
    }
  }
  return m_sizes[likes] = 1 + (met.nodes == 0 ? 0 : std::sqrt(met.squares / met.nodes));
}

void TreeSample::learn(const std::vector<Level>& levels) {
  std::vector<double> below; // of the level under this one, by parent
  for (std::size_t depth = levels.size(); depth-- > 0;) {
    const Level& level = levels[depth];
    std::vector<double> above(depth == 0 ? 1 : levels[depth - 1].size());
    for (std::size_t i = 0; i < level.size(); i++) {
      const double size = level[i].below + (i < below.size() ? below[i] : 0);
      above[level[i].parent] += level[i].stands * size;
      Met& met = m_met[level[i].likes];
      met.nodes++;
      met.squares += size * size;
    }
    below = std::move(above);
  }
}

void TreeEstimate::add(std::size_t width, double executions) {
  if (width >= leastWidth)
    m_passes.push_back({static_cast<double>(width), executions});
}

Estimate TreeEstimate::value() const {
  if (m_passes.size() < fewestPasses)
    return {};
  double widths = 0, sum = 0;
  for (const Pass& pass : m_passes) {
    widths += pass.width;
    sum += pass.width * pass.executions;
  }
  const double mean = sum / widths;
  if (mean <= 0)
    return {};
  // The variance of a pass is about as one over its width.
  double squares = supposedPasses * supposedDeviation * supposedDeviation * supposedWidth; // of passes of width 1
  for (const Pass& pass : m_passes)
    squares += pass.width * std::pow(pass.executions / mean - 1, 2);
  const double freedom = static_cast<double>(m_passes.size()) - 1 + supposedPasses;
  const double error = deviations * std::sqrt(squares / freedom / widths);
  if (error > maxError)
    return {};
  return {mean, mean * std::max(error, leastError)};
}

} // namespace revisit
