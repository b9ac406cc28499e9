#include "target/owner_map.h"

#include <algorithm>
#include <cstring>

namespace revisit {

namespace {

// Makes rows of bytes that come by ascending address: a unit is a byte that joins none, or bytes that join the next one
// with the same flags, and the byte behind them.
class TouchedRows {
public:
  explicit TouchedRows(std::vector<MemoryKnowledge::Touched>& rows) : m_rows(rows) {}

  void add(std::uint64_t address, std::uint16_t owner, std::uint8_t flags) {
    const bool goesOn = m_unit.end == address && m_unit.thread == owner;
    const bool joins = (flags & (REVISIT_TOUCH_JOINED | REVISIT_TOUCH_PIECE_JOINED)) != 0;
    if (joins && goesOn && m_unit.flags == flags) {
      m_unit.end++;
      return;
    }
    if (joins || !goesOn)
      end();
    if (m_unit.begin == m_unit.end)
      m_unit = {address, address, owner, flags};
    m_unit.end++;
    if (joins)
      return;
    m_unit.joined = m_unit.end - m_unit.begin > 1 ? m_unit.flags : std::uint8_t{0};
    m_unit.flags = flags;
    m_unit.unit = m_unit.end - m_unit.begin;
    end();
  }

  void end() {
    if (m_unit.begin == m_unit.end)
      return;
    if (!m_rows.empty() && m_rows.back().end == m_unit.begin && m_rows.back().thread == m_unit.thread &&
        m_rows.back().flags == m_unit.flags && m_rows.back().joined == m_unit.joined &&
        m_rows.back().unit == m_unit.unit)
      m_rows.back().end = m_unit.end;
    else
      m_rows.push_back(m_unit);
    m_unit = {};
  }

private:
  std::vector<MemoryKnowledge::Touched>& m_rows;
  MemoryKnowledge::Touched m_unit; // not in the rows yet; empty: none
};

} // namespace

OwnerMap::Page& OwnerMap::page(std::uint64_t number) {
  if (number == m_lastNumber)
    return *m_lastPage;
  m_lastPage = &m_pages[number];
  m_lastNumber = number;
  return *m_lastPage;
}

void OwnerMap::own(Page& page, std::uint64_t byte, std::uint16_t thread) {
  if (page.soleOwner == nobody)
    page.soleOwner = thread;
  if (page.owners.empty() && page.soleOwner == thread)
    return;
  if (page.owners.empty()) {
    page.owners.resize(pageBytes);
    for (std::uint64_t i = 0; i < pageBytes; i++)
      page.owners[i] = (page.flags[i] & REVISIT_TOUCHED) != 0 ? page.soleOwner : nobody;
  }
  std::uint16_t& owner = page.owners[byte];
  if (owner == nobody) {
    owner = thread;
  } else if (owner != thread && owner != shared) {
    owner = shared;
    m_learnt = true;
  }
}

void OwnerMap::add(Page& page, std::uint64_t byte, std::uint16_t thread, std::uint8_t flags) {
  own(page, byte, m_everything ? shared : thread);
  m_learnt |= (page.flags[byte] | flags) != page.flags[byte];
  page.flags[byte] |= flags;
}

void OwnerMap::touch(std::uint64_t address, unsigned size, std::uint16_t thread, bool piece) {
  for (unsigned i = 0; i < size; i++) {
    const bool last = i + 1 == size;
    const unsigned joined = piece ? unsigned{REVISIT_TOUCH_PIECE_JOINED} : unsigned{REVISIT_TOUCH_JOINED};
    const unsigned alone = piece ? unsigned{REVISIT_TOUCHED} : unsigned{REVISIT_TOUCHED} | REVISIT_TOUCH_SINGLE;
    add(page((address + i) / pageBytes), (address + i) % pageBytes, thread,
        static_cast<std::uint8_t>(last ? alone : alone | joined));
  }
}

void OwnerMap::touch(const RevisitTouchedPage& touched) {
  Page& at = page(touched.number);
  for (std::uint64_t byte = 0; byte < pageBytes; byte += sizeof(std::uint64_t)) {
    std::uint64_t some;
    std::memcpy(&some, touched.bytes + byte, sizeof some);
    for (std::uint64_t i = byte; some != 0 && i < byte + sizeof some; i++)
      if (touched.bytes[i] != 0)
        add(at, i, static_cast<std::uint16_t>(touched.thread), touched.bytes[i]);
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
    for (std::uint64_t address = range.begin; address < range.end; address++)
      add(page(address / pageBytes), address % pageBytes, shared,
          static_cast<std::uint8_t>(REVISIT_TOUCHED | REVISIT_TOUCH_SINGLE |
                                    (address + 1 == range.end ? 0u : unsigned{REVISIT_TOUCH_JOINED})));
  for (const RevisitRange& range : ranges)
    if (range.mortal != 0)
      m_knownMortal[range.begin] = range.end;
  m_learnt = true;
  update();
}

bool OwnerMap::join(const MemoryKnowledge& known) {
  for (const MemoryKnowledge::Touched& run : known.touched)
    for (std::uint64_t address = run.begin; address < run.end; address++)
      add(page(address / pageBytes), address % pageBytes, run.thread, run.flagsAt(address));
  for (const MemoryKnowledge::Ended& run : known.ended)
    endLife(run.begin, run.end - run.begin, run.thread);
  return update();
}

void OwnerMap::tell(MemoryKnowledge& known) const {
  known.touched.clear();
  TouchedRows rows(known.touched);
  for (const auto& [number, page] : m_pages)
    for (std::uint64_t byte = 0; byte < pageBytes; byte++) {
      const std::uint16_t owner = page.ownerOf(byte);
      const std::uint64_t address = number * pageBytes + byte;
      if (owner != nobody)
        rows.add(address, owner, page.flags[byte]);
    }
  rows.end();
  known.ended.clear();
  for (const auto& [begin, ended] : m_ended)
    known.ended.push_back({begin, ended.end, ended.thread});
}

bool OwnerMap::mayMatter(std::uint64_t number, const Page& page) const {
  if (!page.owners.empty() || page.soleOwner == shared)
    return true;
  if ((page.flags[pageBytes - 1] & (REVISIT_TOUCH_JOINED | REVISIT_TOUCH_PIECE_JOINED)) != 0)
    return true;
  const std::uint64_t begin = number * pageBytes;
  auto at = m_ended.upper_bound(begin);
  if (at != m_ended.begin() && std::prev(at)->second.end > begin)
    --at;
  for (; at != m_ended.end() && at->first < begin + pageBytes; ++at)
    if (at->second.thread != page.soleOwner)
      return true;
  return false;
}

std::vector<RevisitRange> OwnerMap::form() const {
  std::vector<RevisitRange> result;
  RevisitRange now{0, 0, 0};
  bool isShared = false;
  std::uint16_t owner = nobody;
  bool joins = false;      // the previous byte belongs to the same location
  bool pieceJoins = false; // the same, unless a single access touches this byte
  bool single = false;     // a single access touched the previous byte
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
    if (!mayMatter(number, page) && !(now.end == number * pageBytes && (joins || pieceJoins))) {
      joins = pieceJoins = false;
      continue;
    }
    for (std::uint64_t byte = 0; byte < pageBytes; byte++) {
      const std::uint16_t byteOwner = page.ownerOf(byte);
      if (byteOwner == nobody) {
        joins = pieceJoins = false;
        continue;
      }
      const std::uint64_t address = number * pageBytes + byte;
      const bool touchedSingly = (page.flags[byte] & REVISIT_TOUCH_SINGLE) != 0;
      const bool together = now.end == address && (joins || (pieceJoins && !single && !touchedSingly));
      if (!together) {
        close();
        now.begin = address;
        owner = byteOwner;
      }
      now.end = address + 1;
      isShared |= byteOwner == shared;
      joins = (page.flags[byte] & REVISIT_TOUCH_JOINED) != 0;
      pieceJoins = (page.flags[byte] & REVISIT_TOUCH_PIECE_JOINED) != 0;
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
