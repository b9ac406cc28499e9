#include "target/owner_map.h"

#include <algorithm>

namespace revisit {

OwnerMap::Page& OwnerMap::page(std::uint64_t address) {
  const std::uint64_t number = address / pageBytes;
  if (number == m_lastNumber)
    return *m_lastPage;
  const auto [it, isNew] = m_pages.try_emplace(number);
  if (isNew)
    std::fill(std::begin(it->second.owner), std::end(it->second.owner), nobody);
  m_lastNumber = number;
  m_lastPage = &it->second;
  return it->second;
}

void OwnerMap::touch(std::uint64_t address, unsigned size, std::uint16_t thread, bool piece) {
  for (unsigned i = 0; i < size; i++) {
    Page& at = page(address + i);
    const std::uint64_t byte = (address + i) % pageBytes;
    std::uint16_t& owner = at.owner[byte];
    if (owner == nobody) {
      owner = m_everything ? shared : thread;
      m_learnt |= m_everything;
    } else if (owner != thread && owner != shared) {
      owner = shared;
      m_learnt = true;
    }
    const bool last = i + 1 == size;
    const auto flags = static_cast<std::uint8_t>(piece ? (last ? 0 : PieceJoined) : Single | (last ? 0 : Joined));
    if ((at.flags[byte] | flags) != at.flags[byte]) {
      at.flags[byte] |= flags;
      m_learnt = true;
    }
  }
}

void OwnerMap::endLife(std::uint64_t address, std::uint64_t bytes, std::uint16_t thread) {
  if (bytes == 0)
    return;
  Ended now{address + bytes, thread};
  auto at = m_ended.upper_bound(address);
  if (at != m_ended.begin() && std::prev(at)->second.end > address)
    --at;
  if (at != m_ended.end() && at->first <= address && at->second.end >= now.end &&
      (at->second.thread == thread || at->second.thread == shared))
    return;
  while (at != m_ended.end() && at->first < now.end) {
    address = std::min(address, at->first);
    now.end = std::max(now.end, at->second.end);
    if (at->second.thread != now.thread)
      now.thread = shared;
    at = m_ended.erase(at);
  }
  m_ended.emplace(address, now);
  m_learnt = true;
}

std::uint16_t OwnerMap::enderOf(std::uint64_t begin, std::uint64_t end) const {
  auto at = m_ended.upper_bound(begin);
  if (at != m_ended.begin() && std::prev(at)->second.end > begin)
    --at;
  return at != m_ended.end() && at->first < end ? at->second.thread : nobody;
}

bool OwnerMap::isKnownMortal(std::uint64_t begin, std::uint64_t end) const {
  const auto above = m_knownMortal.lower_bound(end);
  return above != m_knownMortal.begin() && std::prev(above)->second > begin;
}

void OwnerMap::share(const std::vector<RevisitRange>& ranges) {
  for (const RevisitRange& range : ranges)
    for (std::uint64_t address = range.begin; address < range.end; address++) {
      Page& at = page(address);
      at.owner[address % pageBytes] = shared;
      at.flags[address % pageBytes] |= Single | (address + 1 == range.end ? 0 : Joined);
    }
  for (const RevisitRange& range : ranges)
    if (range.mortal != 0)
      m_knownMortal[range.begin] = range.end;
  m_learnt = true;
  update();
}

std::vector<RevisitRange> OwnerMap::form() const {
  std::vector<RevisitRange> result;
  RevisitRange now{0, 0, 0};
  bool isShared = false;
  std::uint16_t owner = nobody;
  bool joins = false;      // the byte before belongs together with this one
  bool pieceJoins = false; // it does unless a single access touches this one
  bool single = false;     // a single access touched the byte before
  const auto close = [&] {
    const std::uint16_t ender = now.end > now.begin ? enderOf(now.begin, now.end) : nobody;
    if (isShared || (ender != nobody && ender != owner)) {
      now.mortal = (ender != nobody || isKnownMortal(now.begin, now.end)) && now.end - now.begin <= maxMortal;
      result.push_back(now);
    }
    isShared = false;
    now = {0, 0, 0};
  };
  for (const auto& [number, page] : m_pages) {
    for (std::uint64_t byte = 0; byte < pageBytes; byte++) {
      if (page.owner[byte] == nobody) {
        joins = pieceJoins = false;
        continue;
      }
      const std::uint64_t address = number * pageBytes + byte;
      const bool touchedSingly = (page.flags[byte] & Single) != 0;
      const bool together = now.end == address && (joins || (pieceJoins && !single && !touchedSingly));
      if (!together) {
        close();
        now.begin = address;
        owner = page.owner[byte];
      }
      now.end = address + 1;
      isShared |= page.owner[byte] == shared;
      joins = (page.flags[byte] & Joined) != 0;
      pieceJoins = (page.flags[byte] & PieceJoined) != 0;
      single = touchedSingly;
    }
  }
  close();
  return result;
}

bool OwnerMap::update() {
  if (!m_learnt)
    return false;
  m_learnt = false;
  std::vector<RevisitRange> fresh = form();
  const bool same = std::equal(fresh.begin(), fresh.end(), m_locations.begin(), m_locations.end(),
                               [](const RevisitRange& a, const RevisitRange& b) {
                                 return a.begin == b.begin && a.end == b.end && a.mortal == b.mortal;
                               });
  m_locations.swap(fresh);
  return !same;
}

const RevisitRange* OwnerMap::find(std::uint64_t address) const {
  const auto it = std::upper_bound(m_locations.begin(), m_locations.end(), address,
                                   [](std::uint64_t at, const RevisitRange& range) { return at < range.end; });
  return it != m_locations.end() && it->begin <= address ? &*it : nullptr;
}

} // namespace revisit
