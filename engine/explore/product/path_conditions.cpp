#include "explore/product/path_conditions.h"

#include <algorithm>

namespace revisit {

void PathConditions::clear() {
  m_sets.clear();
  m_sets.of({}); // gets number 0
  m_known.clear();
}

PathConditions::Id PathConditions::with(Id known, ExprId condition) {
  if (m_pool.isConstant(condition))
    return known;
  Set set = m_sets[SetId(known)];
  const auto place = std::ranges::lower_bound(set, condition);
  if (place != set.end() && *place == condition)
    return known;
  set.insert(place, condition);
  return m_sets.of(std::move(set)).value();
}

bool PathConditions::canBe(Id known, ExprId condition, bool side) {
  if (m_pool.isConstant(condition))
    return (m_pool.constantBits(condition) != 0) == side;
  const ExprId asked = sided(condition, side);
  const auto [it, isNew] = m_known.try_emplace(std::uint64_t{known} << 32 | asked.value(), true);
  if (!isNew)
    return it->second;
  Set set = m_sets[SetId(known)];
  set.push_back(asked);
  const Sat sat = m_solver.check(set);
  m_gaveUp |= sat == Sat::Unknown;
  it->second = sat != Sat::No;
  return it->second;
}

SmallestValue PathConditions::smallest(Id known, ExprId expression, std::uint64_t least) {
  const SmallestValue found = smallestValue(m_solver, m_pool, m_sets[SetId(known)], expression, least);
  m_gaveUp |= found.sat == Sat::Unknown;
  return found;
}

} // namespace revisit
