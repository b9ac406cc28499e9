#include "query/timeline/causal_order.h"

#include <algorithm>

namespace revisit {

CausalOrder::CausalOrder(std::span<const unsigned> threads, std::size_t threadCount, std::vector<CausalEdge> edges)
    : m_threadCount(threadCount), m_threads(threads.begin(), threads.end()), m_clocks(threads.size() * threadCount) {
  std::ranges::sort(edges, {}, &CausalEdge::effect);
  std::vector<EventNumber> last(threadCount, 0);
  auto edge = edges.begin();
  for (EventNumber number = 1; number <= m_threads.size(); number++) {
    const auto own = m_clocks.begin() + static_cast<std::ptrdiff_t>((number - 1) * threadCount);
    const auto join = [&](EventNumber cause) {
      const std::span<const std::uint32_t> known = clock(cause);
      std::transform(known.begin(), known.end(), own, own, [](auto a, auto b) { return std::max(a, b); });
    };
    const unsigned thread = m_threads[number - 1];
    if (last[thread] != 0)
      join(last[thread]);
    for (; edge != edges.end() && edge->effect == number; edge++)
      join(edge->cause);
    own[thread]++;
    last[thread] = number;
  }
}

bool CausalOrder::operator()(EventNumber first, EventNumber second) const {
  const unsigned thread = m_threads[first - 1];
  return first != second && clock(second)[thread] >= clock(first)[thread];
}

std::span<const std::uint32_t> CausalOrder::clock(EventNumber number) const {
  return std::span(m_clocks).subspan((number - 1) * m_threadCount, m_threadCount);
}

} // namespace revisit
