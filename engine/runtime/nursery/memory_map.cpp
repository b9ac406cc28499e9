#include "runtime/nursery/memory_map.h"

#include "runtime/trace/raw.h"

#include <algorithm>
#include <fcntl.h>
#include <sys/ioctl.h>

namespace revisit::runtime {

namespace {

// PAGEMAP_SCAN of Linux 6.7. The C library's headers may be older.
struct Scan {
  std::uint64_t size = sizeof(Scan), flags = 0;
  std::uint64_t begin = 0, end = 0, reached = 0;
  std::uint64_t ranges = 0, rangeCount = 0, mostPages = 0;
  std::uint64_t inverted = 0, all = 0, any = 0, told = 0; // categories
};
constexpr unsigned long scanRequest = _IOWR('f', 16, Scan);
enum Category : std::uint64_t { OfFile = 1u << 2, Present = 1u << 3, Swapped = 1u << 4, OfZeros = 1u << 5 };

// Reads the description of the areas. 0 when there is no room for all of it.
std::size_t readAreas(char* text, std::size_t room) {
  const long file = systemCall(SYS_open, word("/proc/self/maps"), O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return 0;
  std::size_t size = 0;
  long count = 0;
  while (size < room &&
         (count = systemCall(SYS_read, static_cast<std::uint64_t>(file), word(text + size), room - size)) > 0)
    size += static_cast<std::size_t>(count);
  systemCall(SYS_close, static_cast<std::uint64_t>(file));
  return count == 0 ? size : 0;
}

std::uint64_t hexadecimal(const char*& at) {
  std::uint64_t value = 0;
  for (;; at++)
    if (*at >= '0' && *at <= '9')
      value = value * 16 + static_cast<std::uint64_t>(*at - '0');
    else if (*at >= 'a' && *at <= 'f')
      value = value * 16 + static_cast<std::uint64_t>(*at - 'a') + 10;
    else
      return value;
}

} // namespace

// A line is "BEGIN-END rwxp OFFSET DEVICE INODE PATH".
std::size_t writableAreas(Area* areas, std::size_t room, char* text, std::size_t textRoom, std::uint64_t omitBegin,
                          std::uint64_t omitEnd) {
  const std::size_t size = readAreas(text, textRoom - 1);
  text[size] = 0;
  std::size_t count = 0;
  for (const char* at = text; *at != 0; at++) {
    Area area = {};
    area.begin = hexadecimal(at);
    area.end = hexadecimal(++at);
    const bool isWritable = at[1] == 'r' && at[2] == 'w' && at[4] == 'p';
    at += 6;
    hexadecimal(at);
    while (*++at != ' ') { // the device
    }
    area.isFile = at[1] != '0' || at[2] != ' ';
    while (*at != '\n' && *at != 0)
      at++;
    if (!isWritable || (area.begin >= omitBegin && area.end <= omitEnd))
      continue;
    if (count == room)
      return 0;
    areas[count++] = area;
    if (*at == 0)
      break;
  }
  return count;
}

PageTable::PageTable() : m_file(systemCall(SYS_open, word("/proc/self/pagemap"), O_RDONLY | O_CLOEXEC)) {}

PageTable::~PageTable() {
  if (m_file >= 0)
    systemCall(SYS_close, static_cast<std::uint64_t>(m_file));
}

long PageTable::ownRanges(std::uint64_t& from, std::uint64_t end, Range (&ranges)[rangesAtOnce]) const {
  Scan scan;
  scan.begin = from;
  scan.end = end;
  scan.ranges = word(&ranges);
  scan.rangeCount = rangesAtOnce;
  scan.inverted = scan.all = OfFile | OfZeros;
  scan.any = scan.told = Present | Swapped;
  const long count = systemCall(SYS_ioctl, static_cast<std::uint64_t>(m_file), scanRequest, word(&scan));
  if (count >= 0 && scan.reached <= from)
    return -1;
  from = scan.reached;
  return count;
}

std::uint64_t PageTable::readEntries(std::uint64_t from, std::uint64_t end,
                                     std::uint64_t (&entries)[entriesAtOnce]) const {
  const std::uint64_t wanted = std::min<std::uint64_t>((end - from) / pageBytes, entriesAtOnce) * sizeof(std::uint64_t);
  const long bytes = systemCall(SYS_pread64, static_cast<std::uint64_t>(m_file), word(entries), wanted,
                                from / pageBytes * sizeof(std::uint64_t));
  return bytes < 0 ? 0 : static_cast<std::uint64_t>(bytes) / sizeof(std::uint64_t);
}

} // namespace revisit::runtime
