#include "query/timeline/access_index.h"

#include <algorithm>
#include <map>
#include <utility>

namespace revisit {

AccessIndex::AccessIndex(std::span<const Access> accesses, std::vector<std::size_t> ranks) : m_ranks(std::move(ranks)) {
  std::map<std::pair<std::uint64_t, std::uint64_t>, Shape> shapes;
  for (const Access& access : accesses) {
    Shape& shape = shapes[{access.range.address, access.range.size}];
    shape.range = access.range;
    shape.events.push_back(access.number);
    if (access.writes)
      shape.writes.push_back(access.number);
  }
  m_shapes.reserve(shapes.size());
  for (auto& [key, shape] : shapes)
    m_shapes.push_back(std::move(shape));
  sortWrites();
  setReach(0, m_shapes.size());
}

void AccessIndex::sortWrites() {
  const auto rank = [&](EventNumber write) { return m_ranks[write]; };
  for (Shape& shape : m_shapes) {
    for (const EventNumber write : shape.writes) {
      const bool isLatest = shape.latest.empty() || rank(shape.latest.back()) < rank(write);
      shape.latest.push_back(isLatest ? write : shape.latest.back());
    }
    shape.writesByRank = shape.writes;
    std::ranges::sort(shape.writesByRank, {}, rank);
  }
}

std::uint64_t AccessIndex::setReach(std::size_t begin, std::size_t end) {
  if (begin == end)
    return 0;
  const std::size_t top = begin + (end - begin) / 2;
  Shape& shape = m_shapes[top];
  shape.reach = std::max({shape.range.last(), setReach(begin, top), setReach(top + 1, end)});
  return shape.reach;
}

void AccessIndex::collect(const ByteRange& range, std::size_t begin, std::size_t end, Shapes& found) const {
  if (begin == end)
    return;
  const std::size_t top = begin + (end - begin) / 2;
  const Shape& shape = m_shapes[top];
  if (shape.reach < range.address)
    return;
  collect(range, begin, top, found);
  if (shape.range.overlaps(range))
    found.push_back(&shape);
  if (shape.range.address <= range.last())
    collect(range, top + 1, end, found);
}

AccessIndex::Shapes AccessIndex::overlapping(const ByteRange& range) const {
  Shapes found;
  if (range.size != 0)
    collect(range, 0, m_shapes.size(), found);
  return found;
}

std::vector<EventNumber> AccessIndex::touching(const ByteRange& range) const {
  const Shapes shapes = overlapping(range);
  std::vector<EventNumber> all;
  for (const Shape* shape : shapes)
    all.insert(all.end(), shape->events.begin(), shape->events.end());
  if (shapes.size() > 1)
    std::ranges::sort(all);
  return all;
}

std::vector<EventNumber> AccessIndex::writes(const ByteRange& range) const {
  const Shapes shapes = overlapping(range);
  std::vector<EventNumber> all;
  for (const Shape* shape : shapes)
    all.insert(all.end(), shape->writesByRank.begin(), shape->writesByRank.end());
  if (shapes.size() > 1)
    std::ranges::sort(all, {}, [&](EventNumber write) { return m_ranks[write]; });
  return all;
}

std::optional<EventNumber> AccessIndex::latestWrite(const ByteRange& range, SchedulePosition position) const {
  std::optional<EventNumber> best;
  for (const Shape* shape : overlapping(range)) {
    const auto done = std::ranges::upper_bound(shape->writes, position) - shape->writes.begin();
    if (done == 0)
      continue;
    const EventNumber latest = shape->latest[static_cast<std::size_t>(done - 1)];
    if (!best || m_ranks[*best] < m_ranks[latest])
      best = latest;
  }
  return best;
}

std::optional<EventNumber> AccessIndex::writeBefore(const ByteRange& range, std::size_t rank) const {
  std::optional<EventNumber> best;
  for (const Shape* shape : overlapping(range)) {
    const auto& writes = shape->writesByRank;
    const auto found = std::ranges::lower_bound(writes, rank, {}, [&](EventNumber write) { return m_ranks[write]; });
    if (found != writes.begin() && (!best || m_ranks[*best] < m_ranks[*(found - 1)]))
      best = *(found - 1);
  }
  return best;
}

std::optional<EventNumber> AccessIndex::writeAfter(const ByteRange& range, std::size_t rank) const {
  std::optional<EventNumber> best;
  for (const Shape* shape : overlapping(range)) {
    const auto& writes = shape->writesByRank;
    const auto found = std::ranges::upper_bound(writes, rank, {}, [&](EventNumber write) { return m_ranks[write]; });
    if (found != writes.end() && (!best || m_ranks[*found] < m_ranks[*best]))
      best = *found;
  }
  return best;
}

} // namespace revisit
