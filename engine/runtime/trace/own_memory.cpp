#include "runtime/trace/own_memory.h"

#include "abi/heap.h"
#include "runtime/life/destroyed_objects.h"
#include "runtime/life/fresh_memory.h"
#include "runtime/schedule/carrier.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/trace/fingerprint.h"
#include "runtime/trace/held_blocks.h"
#include "runtime/trace/raw.h"

#include <algorithm>
#include <iterator>

namespace revisit::runtime {

namespace {

constexpr std::uint64_t pageBytes = REVISIT_PAGE_BYTES;
constexpr std::uint64_t lineBytes = 64;
constexpr std::size_t maxPages = 1024; // with more, a thread's state is not known

// The bytes of one page that a thread has stored to and that no other thread uses.
struct OwnPage {
  std::uint64_t number = 0;
  std::uint32_t slot = 0;
  OwnPage* nextDirty = nullptr;
  std::uint64_t dirty = 0; // lines stored to since their sum was computed
  std::uint64_t stored[pageBytes / lineBytes] = {};
  std::uint64_t pointing = 0; // clean lines with words that point into the heap
  StateSum sums[pageBytes / lineBytes];
};

struct OwnMemory {
  OwnPage* dirty = nullptr;
  StateSum sum; // of all lines that are not dirty
};

OwnPage g_pages[maxPages];
std::uint32_t g_pageCount = 0;
std::uint16_t g_index[4 * maxPages]; // positions + 1, open addressing
OwnMemory g_own[maxThreads];
OwnPage* g_last = nullptr;

OwnMemory& own() {
  return g_own[me().slot];
}

OwnPage* pageAt(std::uint64_t number, std::uint32_t slot) {
  if (g_last != nullptr && g_last->number == number && g_last->slot == slot)
    return g_last;
  std::size_t at = ((number + slot * 0x1000003ull) * 0x9e3779b97f4a7c15ull >> 40) % std::size(g_index);
  for (; g_index[at] != 0; at = (at + 1) % std::size(g_index))
    if (OwnPage& page = g_pages[g_index[at] - 1]; page.number == number && page.slot == slot)
      return g_last = &page;
  if (g_pageCount == maxPages)
    return nullptr;
  OwnPage& page = g_pages[g_pageCount++];
  page.number = number;
  page.slot = slot;
  g_index[at] = static_cast<std::uint16_t>(g_pageCount);
  return g_last = &page;
}

// Calls f(page, line, mask of its bytes) for each line in the range.
template <class F> void forEachLine(std::uint64_t address, std::uint64_t size, F&& f) {
  for (std::uint64_t at = address; at < address + size;) {
    const std::uint64_t end = std::min(address + size, (at / lineBytes + 1) * lineBytes);
    OwnPage* const page = pageAt(at / pageBytes, me().slot);
    if (page == nullptr) {
      loseFingerprint("its use of so much memory");
      return;
    }
    const std::uint64_t bytes = end - at;
    const std::uint64_t mask = bytes == lineBytes ? ~0ull : ((1ull << bytes) - 1) << (at % lineBytes);
    f(*page, at % pageBytes / lineBytes, mask);
    at = end;
  }
}

void makeDirty(OwnPage& page, std::uint64_t line) {
  if (page.dirty == 0) {
    page.nextDirty = own().dirty;
    own().dirty = &page;
  }
  page.dirty |= 1ull << line;
}

// The content of the stored bytes of a line.
StateSum sumOf(const OwnPage& page, std::uint64_t line) {
  StateSum sum;
  const std::uint64_t begin = page.number * pageBytes + line * lineBytes;
  const bool hasFresh = g_runtime.channel->findFreshReads != 0 && startsFresh(begin);
  for (std::uint64_t at = 0; at < lineBytes; at += 8) {
    const std::uint64_t stored = page.stored[line] >> at & 0xff;
    if (stored == 0)
      continue;
    std::uint64_t mask = 0;
    for (unsigned byte = 0; byte < 8; byte++)
      mask |= stored >> byte & 1 ? 0xffull << (8 * byte) : 0;
    StateHash hash;
    hash.add(begin + at);
    hash.add(stored | (hasFresh ? static_cast<std::uint64_t>(freshBytes(begin + at, 8)) << 8 : 0) |
             static_cast<std::uint64_t>(destroyedBytes(begin + at)) << 16);
    hash.add(rawLoad(begin + at, 8) & mask);
    sum.add(hash);
  }
  return sum;
}

bool pointsIntoHeap(const OwnPage& page, std::uint64_t line) {
  const std::uint64_t begin = page.number * pageBytes + line * lineBytes;
  for (std::uint64_t at = 0; at < lineBytes; at += 8)
    if ((page.stored[line] >> at & 0xff) == 0xff && inHeap(rawLoad(begin + at, 8)))
      return true;
  return false;
}

void cleanLines() {
  OwnMemory& state = own();
  for (OwnPage* page = state.dirty; page != nullptr; page = page->nextDirty)
    for (; page->dirty != 0; page->dirty &= page->dirty - 1) {
      const auto line = static_cast<std::uint64_t>(__builtin_ctzll(page->dirty));
      state.sum.remove(page->sums[line]);
      page->sums[line] = sumOf(*page, line);
      state.sum.add(page->sums[line]);
      if (recyclesBlocks())
        page->pointing = (page->pointing & ~(1ull << line)) | std::uint64_t{pointsIntoHeap(*page, line)} << line;
    }
  state.dirty = nullptr;
}

} // namespace

StateSum sumOfOwnMemory() {
  cleanLines();
  return own().sum;
}

void forEachOwnPointer(void (*see)(std::uint64_t address)) {
  cleanLines();
  for (std::uint32_t i = 0; i < g_pageCount; i++) {
    const OwnPage& page = g_pages[i];
    if (page.slot != me().slot)
      continue;
    for (std::uint64_t lines = page.pointing; lines != 0; lines &= lines - 1) {
      const auto line = static_cast<std::uint64_t>(__builtin_ctzll(lines));
      const std::uint64_t begin = page.number * pageBytes + line * lineBytes;
      for (std::uint64_t at = 0; at < lineBytes; at += 8)
        if ((page.stored[line] >> at & 0xff) == 0xff)
          see(begin + at);
    }
  }
}

void noteOwnStore(std::uint64_t address, std::uint64_t size) {
  if (!makesFingerprints() || (address >= stackBottom(me().slot) && address < stackTop(me().slot)))
    return; // the frames describe the thread's own stack
  forEachLine(address, size, [](OwnPage& page, std::uint64_t line, std::uint64_t mask) {
    page.stored[line] |= mask;
    makeDirty(page, line);
  });
}

void forgetOwnContent(std::uint64_t block, std::uint64_t bytes) {
  forEachLine(block, bytes, [](OwnPage& page, std::uint64_t line, std::uint64_t mask) {
    page.stored[line] &= ~mask;
    makeDirty(page, line);
  });
}

} // namespace revisit::runtime
