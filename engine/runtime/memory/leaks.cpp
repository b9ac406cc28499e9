#include "runtime/memory/leaks.h"

#include "runtime/memory/arenas.h"
#include "runtime/memory/mappings.h"
#include "runtime/schedule/carrier.h"
#include "runtime/trace/raw.h"
#include "runtime/trace/recorder.h"

#include <link.h>
#include <sys/mman.h>
#include <sys/uio.h>

namespace revisit::runtime {

namespace {

constexpr unsigned maxReported = 1 << 16;

// The state of a block during the search; stored in its mark.
enum Mark : std::uint32_t { Unknown = blockMark, Reachable, Leading, Following, Counted };

// What copies of the process have made is gone.
bool isOfFirstProcess(std::uint64_t block) {
  return threadAt(static_cast<unsigned>((block - REVISIT_HEAP_ADDRESS) / REVISIT_HEAP_STRIDE)).image == 0;
}
template <class F> void forEachOfFirst(F&& f) {
  forEachBlock([&](std::uint64_t block, BlockHeader& header) {
    if (isOfFirstProcess(block))
      f(block, header);
  });
}

class LeakSearch {
public:
  LeakSearch() {
    std::uint64_t live = 0;
    forEachOfFirst([&](std::uint64_t, const BlockHeader& header) { live += header.freed == 0; });
    m_bytes = (live + 1) * sizeof(std::uint64_t);
    const long at = harmlessCall(SYS_mmap, 0, m_bytes, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, ~0ull, 0);
    m_pending = at < 0 ? nullptr : reinterpret_cast<std::uint64_t*>(at);
  }
  ~LeakSearch() {
    if (m_pending != nullptr)
      harmlessCall(SYS_munmap, word(m_pending), m_bytes);
  }
  LeakSearch(const LeakSearch&) = delete;
  LeakSearch& operator=(const LeakSearch&) = delete;

  void run() {
    if (m_pending == nullptr)
      return;
    scanModules();
    for (unsigned slot = 0; slot < g_runtime.channel->slotCount; slot++)
      scanThread(threadAt(slot));
    follow([this](std::uint64_t block, BlockHeader& header) { reach(block, header); });
    findLeading();
    report();
  }

private:
  // Calls f(block, header) for each block in use that a word points to.
  template <class F> static void forTarget(std::uint64_t word, F&& f) {
    const std::uint64_t block = inHeap(word) ? blockBelow(word) : 0;
    if (block == 0 || !isOfFirstProcess(block))
      return;
    BlockHeader& header = headerOf(block);
    if (header.freed == 0 && (word == block || word < block + header.bytes))
      f(block, header);
  }
  template <class F> static void forTargets(std::uint64_t begin, std::uint64_t end, F&& f) {
    for (std::uint64_t at = (begin + 7) / 8 * 8; at + 8 <= end; at += 8)
      forTarget(rawLoad(at, 8), f);
  }

  void push(std::uint64_t block, BlockHeader& header, Mark mark) {
    header.mark = mark;
    m_pending[m_count++] = block;
  }
  void reach(std::uint64_t block, BlockHeader& header) {
    if (header.mark == Unknown)
      push(block, header, Reachable);
  }
  void scan(std::uint64_t begin, std::uint64_t end) {
    forTargets(begin, end, [this](std::uint64_t block, BlockHeader& header) { reach(block, header); });
  }

  // Calls f(target, header) for each block that a pending block points to, until no block is pending.
  template <class F> void follow(F&& f) {
    while (m_count > 0) {
      const std::uint64_t block = m_pending[--m_count];
      forTargets(block, block + headerOf(block).bytes, f);
    }
  }

  // Scans the writable data of the program and of all libraries, but not the runtime's own data, which contain
  // addresses of objects.
  void scanModules() {
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* search) {
          for (unsigned i = 0; i < info->dlpi_phnum; i++) {
            const auto& header = info->dlpi_phdr[i];
            const std::uint64_t begin = info->dlpi_addr + header.p_vaddr;
            if (header.p_type == PT_LOAD && (header.p_flags & PF_W) != 0 && begin != g_runtime.dataBegin)
              static_cast<LeakSearch*>(search)->scan(begin, begin + header.p_memsz);
            if (header.p_type == PT_TLS)
              static_cast<LeakSearch*>(search)->noteLocals(header.p_memsz, header.p_align);
          }
          return 0;
        },
        this);
  }

  // The modules' thread-local data lie below each thread's base, one after the other.
  void noteLocals(std::uint64_t bytes, std::uint64_t alignment) {
    alignment = alignment == 0 ? 1 : alignment;
    m_localBytes = (m_localBytes + bytes + alignment - 1) / alignment * alignment;
  }

  void scanThread(const Thread& thread) {
    const MappedArea mapped = mappedBy(thread.slot);
    scanMapped(mapped.begin, mapped.end);
    if (thread.state == ThreadState::Absent || thread.state == ThreadState::Ended || thread.onStackOf != 0)
      return;
    if (thread.liveFrom != 0) // 0: the thread has not begun
      scan(thread.liveFrom, stackTop(thread.slot));
    scan(thread.handle - m_localBytes, thread.handle);
    for (const void* value : thread.keyValues)
      forTarget(word(value), [this](std::uint64_t block, BlockHeader& header) { reach(block, header); });
  }

  // Scans a range and skips its unmapped parts.
  void scanMapped(std::uint64_t begin, std::uint64_t end) {
    static std::uint64_t page[512];
    const auto self = static_cast<std::uint64_t>(harmlessCall(SYS_getpid));
    for (std::uint64_t at = begin; at < end; at += sizeof page) {
      const iovec to = {page, sizeof page};
      const iovec from = {reinterpret_cast<void*>(at), sizeof page};
      if (harmlessCall(SYS_process_vm_readv, self, word(&to), 1, word(&from), 1) == static_cast<long>(sizeof page))
        scan(word(page), word(page) + sizeof page);
    }
  }

  // Each unreachable block becomes a leading one, and the blocks reachable from it follow it. In a cycle the first
  // block leads.
  void findLeading() {
    forEachOfFirst([&](std::uint64_t block, BlockHeader& header) {
      if (header.freed != 0 || header.mark != Unknown)
        return;
      push(block, header, Leading);
      follow([&](std::uint64_t target, BlockHeader& of) {
        if (of.mark == Unknown)
          push(target, of, Following);
        else if (of.mark == Leading && target != block)
          of.mark = Following; // an earlier leading block that is reachable from this one
      });
    });
  }

  void report() {
    unsigned reported = 0;
    forEachOfFirst([&](std::uint64_t block, const BlockHeader& header) {
      if (header.freed != 0 || header.mark != Leading || reported++ >= maxReported)
        return;
      std::uint64_t blocks = 0, bytes = 0;
      m_pending[m_count++] = block;
      follow([&](std::uint64_t target, BlockHeader& of) {
        if (of.mark != Following)
          return;
        push(target, of, Counted);
        blocks++;
        bytes += of.bytes;
      });
      RevisitRecord& record = emitLast(REVISIT_LEAK);
      record.address = block;
      record.before = header.bytes;
      record.extra = static_cast<std::uint32_t>(blocks);
      record.extra64 = bytes;
    });
  }

  std::uint64_t m_bytes = 0;
  std::uint64_t* m_pending = nullptr; // blocks whose content must still be scanned
  std::uint64_t m_count = 0;
  std::uint64_t m_localBytes = 0;
};

} // namespace

void reportLeaks() {
  Internal internal;
  if (me().state == ThreadState::Parked)
    me().liveFrom = word(__builtin_frame_address(0));
  LeakSearch().run();
}

} // namespace revisit::runtime
