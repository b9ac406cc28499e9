#include "runtime/memory/shared_ranges.h"

#include <algorithm>

namespace revisit::runtime {

const RevisitRange* rangeAbove(std::uint64_t address) {
  const RevisitChannel& channel = *g_runtime.channel;
  return std::upper_bound(channel.ranges, channel.ranges + channel.rangeCount, address,
                          [](std::uint64_t at, const RevisitRange& range) { return at < range.end; });
}

const RevisitRange* rangesEnd() {
  return g_runtime.channel->ranges + g_runtime.channel->rangeCount;
}

const RevisitRange* locationAt(std::uint64_t address) {
  const RevisitRange* range = rangeAbove(address);
  return range != rangesEnd() && range->begin <= address ? range : nullptr;
}

bool isShared(std::uint64_t address, std::uint64_t size) {
  return g_runtime.channel->allAccesses != 0 || isKnownToBeShared(address, size);
}

bool isKnownToBeShared(std::uint64_t address, std::uint64_t size) {
  const RevisitRange* range = rangeAbove(address);
  return range != rangesEnd() && range->begin < address + size;
}

std::uint64_t nextBound(std::uint64_t address, std::uint64_t limit) {
  const RevisitRange* range = rangeAbove(address);
  if (range == rangesEnd())
    return limit;
  return std::min(limit, range->begin > address ? range->begin : range->end);
}

std::uint64_t previousBound(std::uint64_t address, std::uint64_t limit) {
  const RevisitRange* range = rangeAbove(address - 1);
  if (range != rangesEnd() && range->begin < address)
    return std::max(limit, range->begin);
  if (range == g_runtime.channel->ranges)
    return limit;
  return std::max(limit, (range - 1)->end);
}

} // namespace revisit::runtime
