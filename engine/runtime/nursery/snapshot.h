// The content of all memory that this process may write, at one time, and the way back to it. The pages that were
// written are found by asking the kernel, so nobody has to know who writes where. Thread rule: one thread, which runs
// on memory between `omitBegin` and `omitEnd`; the object itself lies there, too.
#pragma once

#include "runtime/nursery/memory_map.h"

namespace revisit::runtime {

class Snapshot {
public:
  // Copies the content to `copies`. False when the memory is too large, or the kernel does not tell what was written.
  bool take(std::uint64_t omitBegin, std::uint64_t omitEnd, std::uint64_t copies, std::uint64_t copiesRoom);
  // Looks for pages that were written. Must be called before restore() whenever there was a page fault since the last
  // call. False when there are too many.
  bool findChanged();
  // Gives every page found the content that it had.
  void restore() const;

private:
  struct Saved {
    std::uint64_t begin, end;
    std::uint64_t copy;
  };
  struct Changed {
    std::uint64_t begin, end;
    std::uint64_t copy; // 0: it was zero
  };
  bool save(std::uint64_t begin, std::uint64_t end);
  const Saved* savedAt(std::uint64_t page) const;
  bool addChanged(std::uint64_t page);

  static constexpr std::size_t maxAreas = 4096, maxSaved = 1 << 14, maxChanged = 1 << 13;
  static constexpr std::uint64_t maxChangedBytes = 16 << 20;
  static constexpr std::size_t textBytes = 1 << 20;

  std::size_t m_areaCount, m_savedCount, m_changedCount;
  std::uint64_t m_changedBytes;
  std::uint64_t m_copyEnd, m_copyLimit;
  Area m_areas[maxAreas];
  Saved m_saved[maxSaved]; // by address
  Changed m_changed[maxChanged];
  char m_text[textBytes];
};

} // namespace revisit::runtime
