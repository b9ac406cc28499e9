#include "runtime/leaks.h"

#include "runtime/arenas.h"
#include "runtime/carrier.h"
#include "runtime/mappings.h"
#include "runtime/raw.h"
#include "runtime/recorder.h"

#include <link.h>
#include <sys/mman.h>
#include <sys/uio.h>

namespace revisit::runtime {

namespace {

constexpr unsigned maxReported = 1 << 16;

// What is known of a block, in the place of its mark.
enum Mark : std::uint32_t { Unknown = blockMark, Reachable, Leading, Following, Counted };

class LeakSearch {
public:
  LeakSearch() {
    std::uint64_t live = 0;
    forEachBlock([&](std::uint64_t, const BlockHeader& header) { live += header.freed == 0; });
    const std::uint64_t bytes = (live + 1) * sizeof(std::uint64_t);
    void* at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    m_pending = at == MAP_FAILED ? nullptr : static_cast<std::uint64_t*>(at);
  }

  void run() {
    if (m_pending == nullptr)
      return;
    scanModules();
    for (unsigned slot = 0; slot < g_runtime.channel->slotCount; slot++)
      scanThread(threadAt(slot));
    follow();
    findLeading();
    report();
  }

private:
  // Blocks with the mark `from` that a word in this memory points to get the mark `to`, and are pending.
  void scan(std::uint64_t begin, std::uint64_t end, Mark from, Mark to) {
    for (std::uint64_t at = (begin + 7) / 8 * 8; at + 8 <= end; at += 8)
      note(rawLoad(at, 8), from, to);
  }

  void note(std::uint64_t word, Mark from, Mark to) {
    const std::uint64_t block = inArenas(word) ? blockBelow(word) : 0;
    if (block == 0)
      return;
    BlockHeader& header = headerOf(block);
    if (header.mark != from || header.freed != 0 || (word != block && word >= block + header.bytes))
      return;
    header.mark = to;
    m_pending[m_count++] = block;
  }

  void follow() {
    while (m_count > 0) {
      const std::uint64_t block = m_pending[--m_count];
      scan(block, block + headerOf(block).bytes, Unknown, Reachable);
    }
  }

  // Writable data of the program and of all libraries; not the runtime's own, which knows addresses of objects.
  void scanModules() {
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* search) {
          for (unsigned i = 0; i < info->dlpi_phnum; i++) {
            const auto& header = info->dlpi_phdr[i];
            const std::uint64_t begin = info->dlpi_addr + header.p_vaddr;
            if (header.p_type == PT_LOAD && (header.p_flags & PF_W) != 0 && begin != g_runtime.dataBegin)
              static_cast<LeakSearch*>(search)->scan(begin, begin + header.p_memsz, Unknown, Reachable);
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
    if (thread.state == ThreadState::Absent || thread.state == ThreadState::Ended)
      return;
    if (thread.liveFrom != 0) // 0: it has not begun
      scan(thread.liveFrom, stackTop(thread.slot), Unknown, Reachable);
    scan(thread.handle - m_localBytes, thread.handle, Unknown, Reachable);
    for (const void* value : thread.keyValues)
      note(word(value), Unknown, Reachable);
  }

  // Reads around what is not mapped any more.
  void scanMapped(std::uint64_t begin, std::uint64_t end) {
    static std::uint64_t page[512];
    const auto self = static_cast<std::uint64_t>(systemCall(SYS_getpid));
    for (std::uint64_t at = begin; at < end; at += sizeof page) {
      const iovec to = {page, sizeof page};
      const iovec from = {reinterpret_cast<void*>(at), sizeof page};
      if (systemCall(SYS_process_vm_readv, self, word(&to), 1, word(&from), 1) == static_cast<long>(sizeof page))
        scan(word(page), word(page) + sizeof page, Unknown, Reachable);
    }
  }

  // Every block that is left leads to what can be reached from it: that follows. A ring follows from its first block.
  void findLeading() {
    forEachBlock([&](std::uint64_t block, BlockHeader& header) {
      if (header.freed != 0 || header.mark != Unknown)
        return;
      header.mark = Leading;
      m_pending[m_count++] = block;
      while (m_count > 0) {
        const std::uint64_t now = m_pending[--m_count];
        const std::uint64_t end = now + headerOf(now).bytes;
        scan(now, end, Unknown, Following);
        for (std::uint64_t at = now; at + 8 <= end; at += 8)
          follows(rawLoad(at, 8), block);
      }
    });
  }

  // An earlier block that another one leads to.
  void follows(std::uint64_t word, std::uint64_t from) {
    const std::uint64_t block = inArenas(word) ? blockBelow(word) : 0;
    if (block != 0 && block != from && headerOf(block).mark == Leading && headerOf(block).freed == 0 &&
        (word == block || word < block + headerOf(block).bytes))
      headerOf(block).mark = Following;
  }

  void report() {
    unsigned reported = 0;
    forEachBlock([&](std::uint64_t block, const BlockHeader& header) {
      if (header.freed != 0 || header.mark != Leading || reported++ >= maxReported)
        return;
      std::uint64_t blocks = 0, bytes = 0;
      m_pending[m_count++] = block;
      while (m_count > 0) {
        const std::uint64_t now = m_pending[--m_count];
        bytes += headerOf(now).bytes;
        blocks++;
        scan(now, now + headerOf(now).bytes, Following, Counted);
      }
      RevisitRecord& record = emitLast(REVISIT_LEAK);
      record.address = block;
      record.before = header.bytes;
      record.extra = static_cast<std::uint32_t>(blocks - 1);
      record.extra64 = bytes - header.bytes;
    });
  }

  std::uint64_t* m_pending = nullptr; // blocks whose content is still to be looked at
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
