#include "solver/order_closure.h"

namespace revisit {

void OrderClosure::reset(std::uint64_t all) {
  forEachBit(all, [&](unsigned i) {
    m_atLeast[i] = m_atMost[i] = std::uint64_t{1} << i;
    m_above[i] = 0;
  });
}

bool OrderClosure::add(unsigned a, unsigned b, bool strict) {
  if (((strict ? m_above[a] : m_atLeast[a]) >> b & 1) != 0)
    return true;
  if (((strict ? m_atLeast[b] : m_above[b]) >> a & 1) != 0)
    return false;
  const std::uint64_t targets = m_atLeast[b], greater = m_above[b], sources = m_atMost[a];
  forEachBit(sources, [&](unsigned i) {
    m_above[i] |= strict || isLess(i, a) ? targets : greater;
    m_atLeast[i] |= targets;
  });
  forEachBit(targets, [&](unsigned i) { m_atMost[i] |= sources; });
  return true;
}

bool OrderClosure::separate(unsigned a, unsigned b) {
  if ((m_atLeast[a] >> b & 1) != 0)
    return add(a, b, true); // not if they are equal
  return (m_atLeast[b] >> a & 1) == 0 || add(b, a, true);
}

} // namespace revisit
