#include "runtime/memory/private_memory.h"

#include "abi/channel.h"
#include "abi/handlers.h"
#include "runtime/machine/addresses.h"
#include "runtime/memory/arenas.h"
#include "runtime/memory/shared_ranges.h"
#include "runtime/schedule/carrier.h"
#include "runtime/signals/delivery.h"
#include "runtime/trace/raw.h"
#include "runtime/trace/recorder.h"

#include <algorithm>
#include <sys/mman.h>

extern "C" std::uint32_t __revisit_path_on;

namespace revisit::runtime {

namespace {

constexpr std::uint64_t pageBytes = REVISIT_PAGE_BYTES;
constexpr std::uint64_t keptAddress = 0x1e4000000000ull; // a place that does not shift the mappings of libraries
constexpr std::uint32_t keptStep = 256;                  // pages mapped at a time
constexpr std::uint64_t dataAddress = 0x1ea000000000ull;
constexpr std::size_t maxBefore = 2 * maxModules + 2;

// The content of a part of memory before main, by address.
struct DataBefore {
  RevisitRange range;
  const unsigned char* bytes;
};
DataBefore g_before[maxBefore];
std::size_t g_beforeCount = 0;

enum class PageKind : std::uint8_t {
  Unknown, // its content before main is not known
  Owned,   // the thread's own stack, heap or thread-local block: libraries change it only on the thread's behalf
  Kept
};

struct Page {
  std::uint64_t tag = 0; // see tagOf; 0: no page
  std::uint8_t* touched = nullptr;
  unsigned char* kept = nullptr;
  PageKind kind = PageKind::Unknown;
  bool isPlain = false; // no part of the page is foreign or shared
};

// A cache of the properties of recently used pages. It spans few pages, because each costs a page fault in every run.
constexpr std::size_t quickPages = 512;
Page g_quick[quickPages];
bool g_quickIsUsed = false;

std::uint64_t tagOf(std::uint64_t number, std::uint64_t thread) {
  return (number << 16 | thread) + 1;
}

std::uint64_t hashOf(std::uint64_t number, std::uint64_t thread) {
  const std::uint64_t mixed = (number + thread * 0x1000003ull) * 0x9e3779b97f4a7c15ull;
  return mixed ^ (mixed >> 31);
}

// A hash index into a dense list: stores positions + 1 with open addressing. It starts small and doubles, so that a run
// touches few of its pages.
class PageIndex {
public:
  // The position for which `isIt` holds; `absent` when there is none.
  template <class IsIt> std::uint32_t find(std::uint64_t hash, const IsIt& isIt) const {
    for (std::uint64_t at = hash & mask(); m_slots[at] != 0; at = (at + 1) & mask())
      if (isIt(m_slots[at] - 1))
        return m_slots[at] - 1;
    return absent;
  }
  // Adds the next position. `hashOf` returns the hash of the entry at a position.
  template <class HashOf> void add(const HashOf& hashOf) {
    if (2 * ++m_count > mask()) {
      __builtin_memset(m_slots, 0, (mask() + 1) * sizeof *m_slots);
      m_moreMask = 2 * mask() + 1 - leastMask;
      for (std::uint32_t position = 0; position + 1 < m_count; position++)
        put(hashOf(position), position);
    }
    put(hashOf(m_count - 1), m_count - 1);
  }

  static constexpr std::uint32_t absent = ~0u;

private:
  static constexpr std::uint64_t leastMask = 255;
  std::uint64_t mask() const { return leastMask + m_moreMask; }
  void put(std::uint64_t hash, std::uint32_t position) {
    std::uint64_t at = hash & mask();
    while (m_slots[at] != 0)
      at = (at + 1) & mask();
    m_slots[at] = position + 1;
  }

  std::uint32_t m_count = 0;
  // Kept as a difference, so that the whole index begins as zero: the linker then stores none of it in the library.
  std::uint64_t m_moreMask = 0;
  std::uint32_t m_slots[4 * REVISIT_MAX_TOUCHED] = {};
};

PageIndex g_touchedIndex; // of the channel's touched pages, by page and thread
PageIndex g_keptIndex;    // of the kept pages, by g_keptNumber
std::uint64_t g_keptNumber[REVISIT_MAX_TOUCHED];
std::uint32_t g_keptCount = 0;
std::uint32_t g_keptMapped = 0; // room for this many

std::uint8_t* touchedPage(std::uint64_t number, std::uint64_t thread) {
  RevisitChannel& channel = *g_runtime.channel;
  const std::uint32_t found = g_touchedIndex.find(hashOf(number, thread), [&](std::uint32_t at) {
    return channel.touched[at].number == number && channel.touched[at].thread == thread;
  });
  if (found != PageIndex::absent)
    return channel.touched[found].bytes;
  if (channel.touchedCount == REVISIT_MAX_TOUCHED)
    cut(CutBy::Memory, chainHere());
  RevisitTouchedPage& page = channel.touched[channel.touchedCount++];
  page.number = number;
  page.thread = thread;
  g_touchedIndex.add([&](std::uint32_t at) { return hashOf(channel.touched[at].number, channel.touched[at].thread); });
  return page.bytes;
}

// Fills in the content of the page before main; for heap memory the content with which it is handed out.
void fillBefore(unsigned char* to, std::uint64_t page) {
  if (inHeap(page) && startsFresh(*g_runtime.channel, page + pageBytes - 1)) {
    const std::uint64_t fresh = std::max(page, g_runtime.channel->heapBefore) - page;
    __builtin_memset(to + fresh, REVISIT_FRESH_BYTE, pageBytes - fresh);
  }
  for (std::size_t i = 0; i < g_beforeCount; i++) {
    const std::uint64_t begin = std::max(page, g_before[i].range.begin);
    const std::uint64_t end = std::min(page + pageBytes, g_before[i].range.end);
    if (begin < end)
      __builtin_memcpy(to + (begin - page), g_before[i].bytes + (begin - g_before[i].range.begin), end - begin);
  }
}

bool mapKept(std::uint32_t pages) {
  void* const at = reinterpret_cast<void*>(keptAddress + g_keptMapped * pageBytes);
  if (mmap(at, pages * pageBytes, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0) != at)
    return false;
  g_keptMapped += pages;
  return true;
}

unsigned char* keptPage(std::uint64_t number) {
  const auto bytesAt = [](std::uint32_t at) { return reinterpret_cast<unsigned char*>(keptAddress + at * pageBytes); };
  const std::uint32_t found =
      g_keptIndex.find(hashOf(number, 0), [&](std::uint32_t at) { return g_keptNumber[at] == number; });
  if (found != PageIndex::absent)
    return bytesAt(found);
  if (g_keptCount == g_keptMapped && !mapKept(keptStep))
    cut(CutBy::Memory, chainHere());
  unsigned char* const bytes = bytesAt(g_keptCount);
  g_keptNumber[g_keptCount++] = number;
  g_keptIndex.add([](std::uint32_t at) { return hashOf(g_keptNumber[at], 0); });
  fillBefore(bytes, number * pageBytes);
  return bytes;
}

bool overlaps(const RevisitRange& range, std::uint64_t begin, std::uint64_t end) {
  return range.begin < end && begin < range.end;
}

PageKind kindOf(std::uint64_t begin, const Thread& self) {
  const auto within = [&](std::uint64_t base, std::uint64_t stride, std::uint64_t count) {
    return begin >= base && begin < base + stride * count;
  };
  const auto isOwn = [&](std::uint64_t base, std::uint64_t stride) {
    return within(base + self.slot * stride, stride, 1);
  };
  if (isOwn(REVISIT_STACK_ADDRESS, REVISIT_STACK_STRIDE) || isOwn(REVISIT_HEAP_ADDRESS, REVISIT_HEAP_STRIDE) ||
      isOwn(REVISIT_BLOCK_ADDRESS, REVISIT_BLOCK_STRIDE))
    return PageKind::Owned;
  if (within(REVISIT_STACK_ADDRESS, REVISIT_STACK_STRIDE, maxThreads))
    return PageKind::Kept;
  if (inHeap(begin)) // notes about blocks belong to the runtime
    return offsetInArena(begin) < REVISIT_HEAP_BYTES ? PageKind::Kept : PageKind::Owned;
  const bool isData = std::any_of(g_before, g_before + g_beforeCount, [&](const DataBefore& before) {
    return before.range.begin <= begin && begin + pageBytes <= before.range.end;
  });
  return isData ? PageKind::Kept : PageKind::Unknown;
}

// Who touches memory there: the thread, or the handler that came between two of its steps. The handler's own frames
// are the thread's.
std::uint64_t ownerAt(std::uint64_t address, const Thread& self) {
  const bool isHandler = self.interruptions != 0 && (address < stackBottom(self.slot) || address >= self.interruptedAt);
  return isHandler ? REVISIT_TOUCHER_OF_HANDLER(self.slot, handledNow()) : self.slot;
}

Page& pageOf(std::uint64_t address) {
  const Thread& self = me();
  const std::uint64_t number = address / pageBytes;
  const std::uint64_t owner = ownerAt(address, self);
  const std::uint64_t tag = tagOf(number, owner);
  Page& page = g_quick[(number + owner * 61u) % quickPages];
  if (page.tag == tag)
    return page;
  g_quickIsUsed = true;
  const std::uint64_t begin = number * pageBytes;
  page.tag = 0; // invalid until it is complete, because the code below may end the thread
  page.kind = kindOf(begin, self);
  const std::uint64_t errorNumber = self.handle + g_runtime.errnoOffset;
  page.isPlain = page.kind != PageKind::Unknown && !isShared(begin, pageBytes) && errorNumber / pageBytes != number &&
                 std::none_of(g_runtime.foreign, g_runtime.foreign + g_runtime.foreignCount,
                              [&](const RevisitRange& range) { return overlaps(range, begin, begin + pageBytes); });
  page.touched = page.kind != PageKind::Unknown && summarises() && !replaying() ? touchedPage(number, owner) : nullptr;
  page.kept = page.touched != nullptr && page.kind == PageKind::Kept ? keptPage(number) : nullptr;
  page.tag = tag;
  return page;
}

// Whether the content found is the content that was left there. For a local variable that may also be the fill byte,
// because no hook reports the fill.
bool isKept(std::uint64_t address, const unsigned char* kept, const unsigned char* found, std::uint64_t size) {
  if (__builtin_memcmp(kept, found, size) == 0)
    return true;
  if (!isOnStacks(address))
    return false;
  for (std::uint64_t i = 0; i < size; i++)
    if (kept[i] != found[i] && found[i] != REVISIT_FRESH_BYTE)
      return false;
  return true;
}

void noteTouched(std::uint8_t* bytes, std::uint64_t size, bool isPiece, bool goesOn) {
  const std::uint8_t last = isPiece ? REVISIT_TOUCHED : REVISIT_TOUCHED | REVISIT_TOUCH_SINGLE;
  const std::uint8_t other = last | (isPiece ? REVISIT_TOUCH_PIECE_JOINED : REVISIT_TOUCH_JOINED);
  for (std::uint64_t i = 0; i + 1 < size; i++)
    bytes[i] |= other;
  bytes[size - 1] |= goesOn ? other : last;
}

// A fast path for the most frequent sizes of single accesses.
void noteSingle(std::uint8_t* bytes, std::uint64_t size) {
  constexpr std::uint64_t all = 0x0101010101010101ull * (REVISIT_TOUCHED | REVISIT_TOUCH_SINGLE | REVISIT_TOUCH_JOINED);
  const std::uint64_t mask = all ^ (static_cast<std::uint64_t>(REVISIT_TOUCH_JOINED) << (8 * (size - 1)));
  const auto set = [&](auto flags) {
    __builtin_memcpy(&flags, bytes, sizeof flags);
    flags |= static_cast<decltype(flags)>(mask);
    __builtin_memcpy(bytes, &flags, sizeof flags);
  };
  switch (size) {
  case 1:
    return set(std::uint8_t{});
  case 2:
    return set(std::uint16_t{});
  case 4:
    return set(std::uint32_t{});
  case 8:
    return set(std::uint64_t{});
  default:
    return noteTouched(bytes, size, false, false);
  }
}

// A copy of the memory that is mapped there, at the same offset in its pages; zero elsewhere.
const unsigned char* copyOf(const RevisitRange& range, std::uint64_t initialised, std::uint64_t& next) {
  const std::uint64_t begin = range.begin / pageBytes * pageBytes;
  const std::uint64_t end = (range.end + pageBytes - 1) / pageBytes * pageBytes;
  void* const copy = mmap(reinterpret_cast<void*>(next), end - begin, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (word(copy) != next)
    return nullptr;
  next += end - begin;
  auto* const bytes = static_cast<unsigned char*>(copy) + (range.begin - begin);
  for (std::uint64_t page = begin; page < end; page += pageBytes) {
    unsigned char isThere = 0;
    const std::uint64_t from = std::max(page, range.begin);
    if (page >= initialised && (mincore(reinterpret_cast<void*>(page), pageBytes, &isThere) != 0 || (isThere & 1) == 0))
      continue;
    __builtin_memcpy(bytes + (from - range.begin), reinterpret_cast<const void*>(from),
                     std::min(page + pageBytes, range.end) - from);
  }
  return bytes;
}

} // namespace

void noteDataBefore() {
  std::uint64_t next = dataAddress;
  const auto note = [&](const RevisitRange& range, std::uint64_t initialised) {
    if (range.begin == range.end || g_beforeCount == maxBefore)
      return;
    if (const unsigned char* bytes = copyOf(range, initialised, next))
      g_before[g_beforeCount++] = {
          {range.begin / pageBytes * pageBytes, (range.end + pageBytes - 1) / pageBytes * pageBytes, 0},
          bytes - range.begin % pageBytes};
  };
  for (std::size_t i = 0; i < g_runtime.dataCount; i++)
    note(g_runtime.data[i].range, g_runtime.data[i].initialised);
  const std::uint64_t halves[] = {REVISIT_HEAP_ADDRESS, REVISIT_HEAP_ADDRESS + REVISIT_HEAP_HALF};
  for (std::size_t i = 0; i < std::size(halves); i++)
    if (const std::uint64_t next = threadAt(0).heap[i].next; next != 0)
      note({halves[i], next, 0}, 0);
}

void reserveKeptPages() {
  mapKept(REVISIT_MAX_TOUCHED - g_keptMapped);
}

void beginSummaries() {
  if (g_quickIsUsed)
    std::fill(std::begin(g_quick), std::end(g_quick), Page{});
}

bool touchedWhatOthersTouched() {
  const RevisitChannel& channel = *g_runtime.channel;
  const auto overlap = [](const RevisitTouchedPage& mine, const RevisitTouchedPage& other) {
    for (std::size_t at = 0; at < REVISIT_PAGE_BYTES; at++)
      if (mine.bytes[at] != 0 && other.bytes[at] != 0)
        return true;
    return false;
  };
  for (std::uint32_t i = 0; i < channel.touchedCount; i++)
    for (std::uint32_t slot = 0; slot < channel.slotCount && channel.touched[i].thread == me().slot; slot++) {
      const std::uint32_t found = g_touchedIndex.find(hashOf(channel.touched[i].number, slot), [&](std::uint32_t at) {
        return channel.touched[at].number == channel.touched[i].number && channel.touched[at].thread == slot;
      });
      if (slot != me().slot && found != PageIndex::absent && overlap(channel.touched[i], channel.touched[found]))
        return true;
    }
  return false;
}

bool summarises() {
  return __revisit_path_on == 0 && g_runtime.channel->allAccesses == 0;
}

bool isKnownPrivate(std::uint64_t address, std::uint64_t size) {
  return address / pageBytes == (address + size - 1) / pageBytes && pageOf(address).isPlain;
}

bool summarise(std::uint64_t address, std::uint64_t size, const void* before, unsigned& flags) {
  if (!summarises() || (flags & (REVISIT_FLAG_EVENT | REVISIT_FLAG_FRESH)) != 0)
    return false;
  if ((flags & REVISIT_FLAG_FOREIGN) != 0)
    return true;
  const bool isPiece = me().bulk.kind != 0;
  bool isAsKept = true;
  const auto* found = static_cast<const unsigned char*>(before);
  for (std::uint64_t at = address; at < address + size;) {
    const std::uint64_t end = std::min(address + size, (at / pageBytes + 1) * pageBytes);
    const Page& page = pageOf(at);
    if (page.kind == PageKind::Unknown)
      return false;
    const std::uint64_t offset = at % pageBytes;
    if (page.touched != nullptr && !isPiece && end - at == size)
      noteSingle(page.touched + offset, size);
    else if (page.touched != nullptr)
      noteTouched(page.touched + offset, end - at, isPiece, end < address + size);
    if (page.kept != nullptr) {
      isAsKept &= before == nullptr || isKept(at, page.kept + offset, found + (at - address), end - at);
      __builtin_memcpy(page.kept + offset, reinterpret_cast<const void*>(at), end - at);
    }
    at = end;
  }
  noteCallers();
  if (isAsKept)
    return true;
  flags |= REVISIT_FLAG_HIDDEN;
  return false;
}

bool noteTouchedBy(unsigned slot, std::uint64_t address, std::uint64_t bytes, bool isPiece) {
  for (std::uint64_t at = address; at < address + bytes;) {
    const std::uint64_t end = std::min(address + bytes, (at / pageBytes + 1) * pageBytes);
    if (kindOf(at / pageBytes * pageBytes, threadAt(slot)) == PageKind::Unknown)
      return false;
    noteTouched(touchedPage(at / pageBytes, slot) + at % pageBytes, end - at, isPiece, end < address + bytes);
    at = end;
  }
  return true;
}

void beginBulk(RevisitRecordKind kind, std::uint64_t to, std::uint64_t before, std::uint64_t bytes, unsigned flags) {
  if ((flags & REVISIT_FLAG_SERVICE) == 0 && !isOfMachine(to) && !isOfMachine(before))
    lookBeforeCopy();
  Thread& self = me();
  self.bulk = {kind, to, before, bytes, flags};
  self.bulkIsOpen = false;
  if (!summarises())
    openRecords();
  self.inBulk = true;
}

void endBulk(unsigned flags) {
  Thread& self = me();
  self.inBulk = false;
  if (self.bulkIsOpen)
    emit(REVISIT_COPY_END).flags = static_cast<std::uint8_t>(flags);
  self.bulkIsOpen = false;
  self.bulk = {};
}

void beginRounds(std::uint32_t loop, std::uint8_t flags) {
  Thread& self = me();
  self.awaitFlags = flags;
  self.awaitLoop = loop;
  self.awaitIsPending = true;
  if (!summarises())
    openRecords();
}

void endRounds(std::uint32_t loop, std::uint8_t flags) {
  Thread& self = me();
  self.awaitIsPending = false;
  if (!self.awaitIsRecorded && summarises())
    return;
  self.awaitIsRecorded = false;
  RevisitRecord& record = emit(REVISIT_AWAIT_END);
  record.extra = loop;
  record.flags = flags;
}

bool roundIsRecorded() {
  return me().awaitIsRecorded && !me().awaitIsPending;
}

void openRecords() {
  Thread& self = me();
  if (self.awaitIsPending) {
    self.awaitIsPending = false;
    self.awaitIsRecorded = true;
    RevisitRecord& head = emit(REVISIT_AWAIT_HEAD);
    head.extra = self.awaitLoop;
    head.flags = self.awaitFlags;
  }
  if (self.bulk.kind == 0 || self.bulkIsOpen)
    return;
  self.bulkIsOpen = true;
  RevisitRecord& record = emit(static_cast<RevisitRecordKind>(self.bulk.kind));
  record.address = self.bulk.to;
  record.before = self.bulk.before;
  record.extra64 = self.bulk.bytes;
  record.flags = static_cast<std::uint8_t>(self.bulk.flags);
}

} // namespace revisit::runtime
