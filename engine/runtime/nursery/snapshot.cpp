#include "runtime/nursery/snapshot.h"

#include <algorithm>

namespace revisit::runtime {

bool Snapshot::take(std::uint64_t omitBegin, std::uint64_t omitEnd, std::uint64_t copies, std::uint64_t copiesRoom) {
  m_savedCount = m_changedCount = 0;
  m_copyEnd = copies;
  m_copyLimit = copies + copiesRoom;
  m_areaCount = writableAreas(m_areas, maxAreas, m_text, textBytes, omitBegin, omitEnd);
  if (m_areaCount == 0)
    return false;
  const PageTable pages;
  for (std::size_t i = 0; i < m_areaCount; i++) {
    bool isSaved = !m_areas[i].isFile || save(m_areas[i].begin, m_areas[i].end);
    if (!m_areas[i].isFile)
      isSaved &= pages.forEachOwn(
          m_areas[i], [&](std::uint64_t begin, std::uint64_t end) { isSaved = isSaved && save(begin, end); });
    if (!isSaved)
      return false;
  }
  return true;
}

bool Snapshot::save(std::uint64_t begin, std::uint64_t end) {
  if (end - begin > m_copyLimit - m_copyEnd || m_savedCount == maxSaved)
    return false;
  __builtin_memcpy(reinterpret_cast<void*>(m_copyEnd), reinterpret_cast<const void*>(begin), end - begin);
  m_saved[m_savedCount++] = {begin, end, m_copyEnd};
  m_copyEnd += end - begin;
  return true;
}

bool Snapshot::findChanged() {
  m_changedCount = 0;
  m_changedBytes = 0;
  const PageTable pages;
  for (std::size_t i = 0; i < m_areaCount; i++) {
    bool isComplete = true;
    isComplete &= pages.forEachOwn(m_areas[i], [&](std::uint64_t begin, std::uint64_t end) {
      isComplete = isComplete && pages.forEachUnshared(begin, end, [&](std::uint64_t page) {
        isComplete = isComplete && addChanged(page);
      });
    });
    if (!isComplete)
      return false;
  }
  return true;
}

const Snapshot::Saved* Snapshot::savedAt(std::uint64_t page) const {
  const Saved* const end = m_saved + m_savedCount;
  const Saved* const above =
      std::upper_bound(m_saved, end, page, [](std::uint64_t at, const Saved& saved) { return at < saved.begin; });
  return above != m_saved && page < above[-1].end ? above - 1 : nullptr;
}

bool Snapshot::addChanged(std::uint64_t page) {
  const Saved* const saved = savedAt(page);
  const std::uint64_t copy = saved == nullptr ? 0 : saved->copy + (page - saved->begin);
  m_changedBytes += PageTable::pageBytes;
  if (m_changedBytes > maxChangedBytes)
    return false;
  if (m_changedCount != 0) {
    Changed& last = m_changed[m_changedCount - 1];
    if (last.end == page && copy == (last.copy == 0 ? 0 : last.copy + (page - last.begin))) {
      last.end += PageTable::pageBytes;
      return true;
    }
  }
  if (m_changedCount == maxChanged)
    return false;
  m_changed[m_changedCount++] = {page, page + PageTable::pageBytes, copy};
  return true;
}

void Snapshot::restore() const {
  for (std::size_t i = 0; i < m_changedCount; i++) {
    const Changed& changed = m_changed[i];
    if (changed.copy != 0)
      __builtin_memcpy(reinterpret_cast<void*>(changed.begin), reinterpret_cast<const void*>(changed.copy),
                       changed.end - changed.begin);
    else
      __builtin_memset(reinterpret_cast<void*>(changed.begin), 0, changed.end - changed.begin);
  }
}

} // namespace revisit::runtime
