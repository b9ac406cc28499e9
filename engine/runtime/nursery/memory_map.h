// The memory of this process as the kernel sees it: which areas may be written, and which of their pages were. Thread
// rule: one thread.
#pragma once

#include <cstddef>
#include <cstdint>

namespace revisit::runtime {

struct Area {
  std::uint64_t begin, end;
  bool isFile; // pages that were not written hold the content of a file, otherwise zero
};

// The private areas that may be written, in the order of their addresses, without those from `omitBegin` to `omitEnd`.
// `text` is room for the kernel's description. Returns their number; 0 when there is too little room.
std::size_t writableAreas(Area* areas, std::size_t room, char* text, std::size_t textRoom, std::uint64_t omitBegin,
                          std::uint64_t omitEnd);

// Questions about the pages of this process. Not every kernel answers them.
class PageTable {
public:
  PageTable();
  ~PageTable();
  PageTable(const PageTable&) = delete;
  PageTable& operator=(const PageTable&) = delete;

  // Calls f(begin, end) for ranges of pages that have a content of their own, that is, neither that of a file nor zero.
  // False when the kernel does not tell.
  template <class F> bool forEachOwn(const Area& area, F&& f) const {
    Range ranges[rangesAtOnce];
    for (std::uint64_t from = area.begin; from < area.end;) {
      const long count = ownRanges(from, area.end, ranges);
      if (count < 0)
        return false;
      for (long i = 0; i < count; i++)
        f(ranges[i].begin, ranges[i].end);
    }
    return true;
  }

  // Calls f(page) for the pages in the range that no other process shares with this one. A page that was written since
  // this process was forked is among them. False when the kernel does not tell.
  template <class F> bool forEachUnshared(std::uint64_t begin, std::uint64_t end, F&& f) const {
    std::uint64_t entries[entriesAtOnce];
    for (std::uint64_t at = begin; at < end;) {
      const std::uint64_t count = readEntries(at, end, entries);
      if (count == 0)
        return false;
      for (std::uint64_t i = 0; i < count; i++, at += pageBytes)
        if ((entries[i] & (unshared | swappedOut)) != 0)
          f(at);
    }
    return true;
  }

  static constexpr std::uint64_t pageBytes = 4096;

private:
  struct Range {
    std::uint64_t begin, end, categories;
  };
  static constexpr std::size_t rangesAtOnce = 64, entriesAtOnce = 512;
  static constexpr std::uint64_t unshared = 1ull << 56,
                                 swappedOut = 1ull << 62; // bits of an entry of /proc/PID/pagemap

  // Moves `from` on, to behind what was looked at.
  long ownRanges(std::uint64_t& from, std::uint64_t end, Range (&ranges)[rangesAtOnce]) const;
  std::uint64_t readEntries(std::uint64_t from, std::uint64_t end, std::uint64_t (&entries)[entriesAtOnce]) const;

  long m_file;
};

} // namespace revisit::runtime
