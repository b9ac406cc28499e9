// Estimates the number of executions from the shape of the search tree so far.
#include "explore/condpor/condpor_internal.h"

#include <algorithm>
#include <cmath>

namespace revisit {

void ConDpor::noteOpened(Branching& branching) const {
  branching.opened = branching.branchBegan = m_ledger.exploration().counts.total();
}

// The index at which the alternatives of the branching at this depth begin.
std::uint32_t ConDpor::beginOf(std::size_t depth) const {
  return depth == 0 ? 0 : m_branchings[depth - 1].end;
}

// The newest branch of the newest branching is complete, and another branch begins.
void ConDpor::noteBranch() {
  Branching& branching = m_branchings.back();
  const std::uint64_t executions = m_ledger.exploration().counts.total();
  if (branching.hasDefault && branching.next == beginOf(m_branchings.size() - 1))
    branching.ofDefault = executions - branching.opened;
  branching.branchBegan = executions;
}

// Learns from the newest branching, all of whose alternatives were explored.
void ConDpor::learnShape() {
  const Branching& branching = m_branchings.back();
  if (!branching.hasDefault)
    return;
  if (m_shapes.size() < m_branchings.size())
    m_shapes.resize(m_branchings.size());
  const std::uint64_t executions = m_ledger.exploration().counts.total();
  BranchingShape& shape = m_shapes[m_branchings.size() - 1];
  shape.byDefault += static_cast<double>(branching.ofDefault);
  shape.byAlternatives += static_cast<double>(executions - branching.opened - branching.ofDefault);
  shape.defaults += 1;
  shape.alternatives += branching.end - beginOf(m_branchings.size() - 1);
}

// The ratio at this depth; if it is unknown, the average over all depths; if none is known, 1.
double ConDpor::ratioAt(std::size_t depth) const {
  if (depth < m_shapes.size())
    if (const std::optional<double> here = m_shapes[depth].ratio())
      return *here;
  double sum = 0, depths = 0;
  for (const BranchingShape& shape : m_shapes)
    if (const std::optional<double> ratio = shape.ratio()) {
      sum += *ratio;
      depths++;
    }
  return depths == 0 ? 1 : sum / depths;
}

// The number of executions that the untried alternatives lead to, if the newest branch leads to `ofBranch` executions.
// They are taken to lead to as many as the tried ones, weighted by what the alternatives of finished branchings at this
// depth led to.
double ConDpor::remaining(std::size_t depth, double ofBranch) const {
  const Branching& branching = m_branchings[depth];
  const double left = branching.end - branching.next, tried = branching.next - beginOf(depth);
  const auto before = static_cast<double>(branching.branchBegan - branching.opened - branching.ofDefault);
  if (!branching.hasDefault)
    return left * (before + ofBranch) / std::max(tried, 1.0);
  const double ratio = ratioAt(depth);
  if (tried == 0)
    return left * ratio * ofBranch;
  return left * (before + ofBranch + ratio * static_cast<double>(branching.ofDefault)) / (tried + 1);
}

// The fraction of all executions explored so far, if every open branching splits its subtree evenly.
double ConDpor::evenFraction() const {
  double fraction = 0, weight = 1;
  for (std::size_t depth = 0; depth < m_branchings.size(); depth++) {
    const double branches = 1.0 + (m_branchings[depth].end - beginOf(depth));
    fraction += weight * (m_branchings[depth].next - beginOf(depth)) / branches;
    weight /= branches;
  }
  return fraction;
}

// Two estimates; the smaller one is used, because both may be far too high but rarely much too low. The first assumes
// that open branchings split their subtrees evenly, which is far off when the first branch is the largest. The second
// goes from the newest branching outwards and adds up the executions of finished branches, of the newest branch and of
// the remaining ones. The error is the spread of the estimate when the branches of a branching differ (taken as
// independent and equally wide).
Estimate ConDpor::estimate() const {
  const auto executions = static_cast<double>(m_ledger.exploration().counts.total());
  if (executions == 0 || m_byItems)
    return {};
  double total = m_branchings.empty()
                     ? executions
                     : std::max(1.0, executions - static_cast<double>(m_branchings.back().branchBegan));
  double spread = 0;
  for (std::size_t depth = m_branchings.size(); depth-- > 0;) {
    const Branching& branching = m_branchings[depth];
    spread += 1.0 / (1.0 + (branching.end - beginOf(depth)));
    total += static_cast<double>(branching.branchBegan - branching.opened) + remaining(depth, total);
  }
  if (const double fraction = evenFraction(); fraction > 0)
    total = std::min(total, executions / fraction);
  total = std::max(total, executions);
  return {total, (total - executions) / std::sqrt(std::max(1.0, spread))};
}

} // namespace revisit
