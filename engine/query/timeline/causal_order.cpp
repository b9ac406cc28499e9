#include "query/timeline/causal_order.h"

#include <algorithm>

namespace revisit {

CausalOrder::CausalOrder(std::span<const unsigned> threads, std::size_t threadCount, std::vector<CausalEdge> edges)
    : m_threads(threads.begin(), threads.end()), m_clocks(threadCount, threads.size()) {
  std::ranges::sort(edges, {}, &CausalEdge::effect);
  std::vector<EventNumber> last(threadCount, 0);
  auto edge = edges.begin();
  for (EventNumber number = 1; number <= m_threads.size(); number++) {
    const unsigned thread = m_threads[number - 1];
    if (last[thread] != 0)
      m_clocks.join(number - 1, last[thread] - 1);
    for (; edge != edges.end() && edge->effect == number; edge++)
      m_clocks.join(number - 1, edge->cause - 1);
    m_clocks.of(number - 1)[thread]++;
    last[thread] = number;
  }
}

bool CausalOrder::operator()(EventNumber first, EventNumber second) const {
  const unsigned thread = m_threads[first - 1];
  return first != second && clock(second)[thread] >= clock(first)[thread];
}

std::span<const std::uint32_t> CausalOrder::clock(EventNumber number) const {
  return m_clocks.of(number - 1);
}

} // namespace revisit
