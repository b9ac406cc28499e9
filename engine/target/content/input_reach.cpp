#include "target/content/input_reach.h"

#include "abi/heap.h"

#include <algorithm>
#include <set>

namespace revisit {

namespace {

constexpr std::uint64_t maxBytes = 1 << 16; // that are looked at for one pointer
constexpr std::uint64_t ofGlobal = 4096;    // the size of a global is not known here

} // namespace

std::optional<InputReach::Extent> InputReach::around(std::uint64_t address) const {
  if (const HeapBlocks::Block* const block = m_heap.find(address))
    return Extent{block->begin, block->bytes};
  if (isOnStacks(address)) {
    const auto above = m_locals.upper_bound(address);
    if (above == m_locals.begin())
      return std::nullopt;
    const auto& [begin, bytes] = *std::prev(above);
    return address < begin + bytes ? std::optional(Extent{begin, bytes}) : std::nullopt;
  }
  return Extent{address, ofGlobal};
}

std::vector<InputReach::Extent> InputReach::from(std::uint64_t pointer) {
  std::vector<Extent> reached;
  std::vector<std::uint64_t> next{pointer};
  std::set<std::uint64_t> seen;
  std::uint64_t bytes = 0;
  m_isCutOff = false;
  while (!next.empty()) {
    const std::uint64_t address = next.back();
    next.pop_back();
    const std::optional<Extent> extent = around(address);
    if (!extent || !seen.insert(extent->begin).second)
      continue;
    bytes += extent->bytes;
    if (bytes > maxBytes) {
      m_isCutOff = true;
      return reached;
    }
    reached.push_back(*extent);
    const bool isGlobal = extent->begin == address && !m_heap.find(address) && !isOnStacks(address);
    if (isGlobal) // its end is not known, so what follows it may be other variables' pointers
      continue;
    for (std::uint64_t at = (extent->begin + 7) / 8 * 8; at + 8 <= extent->begin + extent->bytes; at += 8) {
      std::uint64_t word = 0;
      m_shadow.readBytes(at, reinterpret_cast<std::uint8_t*>(&word), sizeof word);
      if (m_heap.find(word) || isOnStacks(word))
        next.push_back(word);
    }
  }
  return reached;
}

} // namespace revisit
