// The program's heap: one arena per thread at a fixed place, bump allocation without reuse, so that an address is a
// function of the thread and its allocation history. Fresh memory is zero. Freed blocks stay marked.
// Thread rule: in a plain run the C library's own functions; otherwise called by the thread that has the baton.
#include "runtime/access.h"
#include "runtime/carrier.h"
#include "runtime/object_table.h"
#include "runtime/raw.h"
#include "runtime/recorder.h"

#include <algorithm>
#include <cerrno>
#include <malloc.h>
#include <sys/mman.h>

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void __libc_free(void*);
}

using namespace revisit;
using namespace revisit::runtime;

namespace {

constexpr std::uint64_t arenaBytes = 0x80000000ull;
constexpr std::uint32_t blockMark = 0x52564253;
constexpr std::uint64_t redZone = 16;
constexpr std::uint64_t indexBytes = 0x40000000ull;  // behind the arena: the blocks' addresses, in order
constexpr std::uint64_t headerBytes = 0x40000000ull; // behind the index: the blocks' headers, at REVISIT_HEAP_NOTES

enum MallocOp : std::uint8_t { opMalloc, opCalloc, opRealloc, opNew, opAligned };

// Not beside its block: what the program has there in another execution, with other blocks, may be one location with
// it, and then what is written here would change what the program sees.
struct Header {
  std::uint64_t bytes;
  std::uint32_t mark;
  // Freeing exchanges this, an atomic access: which of two threads frees first is then part of the execution.
  std::uint32_t freed; // slot + 1 of the thread that freed it; 0: nobody
};

bool inArenas(std::uint64_t address) {
  return address >= REVISIT_HEAP_ADDRESS && address < REVISIT_HEAP_ADDRESS + maxThreads * REVISIT_HEAP_STRIDE;
}

Header& headerOf(std::uint64_t block) {
  static_assert(arenaBytes + indexBytes <= REVISIT_HEAP_NOTES && headerBytes * 2 >= arenaBytes);
  static_assert(REVISIT_HEAP_NOTES + headerBytes <= REVISIT_HEAP_STRIDE);
  const std::uint64_t offset = (block - REVISIT_HEAP_ADDRESS) % REVISIT_HEAP_STRIDE;
  // Blocks are at least two headers apart.
  return *reinterpret_cast<Header*>(block - offset + REVISIT_HEAP_NOTES + offset / 2);
}

std::uint64_t* blocksOf(std::uint32_t slot) {
  return reinterpret_cast<std::uint64_t*>(REVISIT_HEAP_ADDRESS + slot * REVISIT_HEAP_STRIDE + arenaBytes);
}

// What a thread has freed and may be given again, newest last. Older blocks are forgotten.
struct FreedBlocks {
  std::uint64_t blocks[256];
  std::uint32_t count;
};
FreedBlocks g_freed[maxThreads];

void offer(std::uint64_t block) {
  FreedBlocks& freed = g_freed[me().slot];
  constexpr std::uint32_t room = sizeof freed.blocks / sizeof freed.blocks[0];
  if (freed.count == room)
    __builtin_memmove(freed.blocks, freed.blocks + 1, --freed.count * sizeof freed.blocks[0]);
  freed.blocks[freed.count++] = block;
}

// The newest block of this size that the thread has freed, alive again; 0 when there is none.
std::uint64_t takeAgain(std::uint64_t bytes, std::uint64_t alignment) {
  FreedBlocks& freed = g_freed[me().slot];
  for (std::uint32_t i = freed.count; i-- > 0;) {
    const std::uint64_t block = freed.blocks[i];
    if (headerOf(block).bytes != bytes || block % alignment != 0)
      continue;
    __builtin_memmove(freed.blocks + i, freed.blocks + i + 1, (freed.count - i - 1) * sizeof freed.blocks[0]);
    freed.count--;
    recordedStore(reinterpret_cast<std::uint64_t>(&headerOf(block).freed), 0, sizeof(std::uint32_t), 0,
                  REVISIT_FLAG_SERVICE);
    beginLife(block, block + bytes);
    return block;
  }
  return 0;
}

std::uint64_t take(std::uint64_t bytes, std::uint64_t alignment) {
  Thread& self = g_runtime.current != nullptr ? me() : threadAt(0);
  if (exploring() && g_runtime.channel->reuseMemory != 0)
    if (const std::uint64_t again = takeAgain(bytes, alignment); again != 0)
      return again;
  const std::uint64_t arena = REVISIT_HEAP_ADDRESS + self.slot * REVISIT_HEAP_STRIDE;
  if (self.heapMapped == 0) {
    void* at = mmap(reinterpret_cast<void*>(arena), arenaBytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (at != reinterpret_cast<void*>(arena))
      return 0;
    void* const index = reinterpret_cast<void*>(arena + arenaBytes);
    if (mmap(index, indexBytes + headerBytes, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0) != index)
      return 0;
    self.heapMapped = arena + arenaBytes;
    self.heapNext = arena;
  }
  const std::uint64_t block = (self.heapNext + redZone + alignment - 1) / alignment * alignment;
  if (bytes > arenaBytes || block + bytes + redZone > self.heapMapped) {
    errno = ENOMEM;
    return 0;
  }
  self.heapNext = (block + bytes + redZone + 15) / 16 * 16;
  headerOf(block) = {bytes, blockMark, 0};
  blocksOf(self.slot)[self.heapBlocks++] = block;
  return block;
}

void* allocate(std::uint64_t bytes, std::uint64_t alignment, MallocOp op) {
  const std::uint64_t block = take(bytes, std::max<std::uint64_t>(alignment, 16));
  if (exploring() && block != 0) {
    RevisitRecord& record = emit(REVISIT_MALLOC);
    record.address = block;
    record.before = bytes;
    record.op = op;
    record.flags = REVISIT_FLAG_SERVICE;
    record.chain = chainHere();
  }
  return reinterpret_cast<void*>(block);
}

} // namespace

void revisit::runtime::requireValidHeap(std::uint64_t address, std::uint64_t bytes) {
  requireOwnMemory(address, bytes);
  if (!inArenas(address) || bytes == 0)
    return;
  const auto slot = static_cast<std::uint32_t>((address - REVISIT_HEAP_ADDRESS) / REVISIT_HEAP_STRIDE);
  const Thread& owner = threadAt(slot);
  if (owner.heapMapped == 0 || address >= owner.heapNext)
    return; // no memory that was ever handed out: the machine's own answer tells more
  const std::uint64_t* const first = blocksOf(slot);
  const std::uint64_t* const above = std::upper_bound(first, first + owner.heapBlocks, address);
  if (above == first || address + bytes > above[-1] + headerOf(above[-1]).bytes)
    fail(ErrorKind::OutOfBounds, "an access outside a block of the heap", address);
  if (headerOf(above[-1]).freed == me().slot + 1u && locationAt(address) == nullptr)
    failOver(address);
}

void revisit::runtime::failOver(std::uint64_t address) {
  fail(ErrorKind::UseAfterFree,
       inArenas(address) ? "use of a block of the heap after it was freed"
                         : "use of a local variable after its function has returned",
       address);
}

namespace {

bool validAlignment(std::size_t alignment) {
  return alignment != 0 && (alignment & (alignment - 1)) == 0;
}

void release(std::uint64_t block) {
  Header& header = headerOf(block);
  if (replaying() && calledByDebugger())
    return;
  const std::uint32_t mark = (g_runtime.current != nullptr ? me().slot : 0u) + 1;
  if (!exploring()) {
    header.freed = mark;
    return;
  }
  const bool isInArena = (block - REVISIT_HEAP_ADDRESS) % REVISIT_HEAP_STRIDE < arenaBytes;
  if (!isInArena || block % 16 != 0 || header.mark != blockMark)
    fail(ErrorKind::InvalidFree, "free of an address that is no block of the heap", block);
  if (recordedRmw(reinterpret_cast<std::uint64_t>(&header.freed), mark, sizeof header.freed,
                  static_cast<std::uint32_t>(MemoryOrder::SeqCst), RmwOp::Exchange, REVISIT_FLAG_SERVICE) != 0)
    fail(ErrorKind::DoubleFree, "free of a block that was freed before", block);
  endObjects(block, block + header.bytes);
  endLife(block, block + header.bytes);
  RevisitRecord& record = emit(REVISIT_FREE);
  record.address = block;
  record.before = header.bytes;
  record.flags = REVISIT_FLAG_SERVICE;
  record.chain = chainHere();
  if (g_runtime.channel->reuseMemory != 0)
    offer(block);
}

bool onUserStack(std::uint64_t address) {
  return address >= REVISIT_STACK_ADDRESS && address < stackTop(maxThreads - 1);
}

} // namespace

REVISIT_EXPORT void* malloc(std::size_t bytes) {
  return ownObjects() ? allocate(bytes, 16, opMalloc) : __libc_malloc(bytes);
}

REVISIT_EXPORT void* calloc(std::size_t count, std::size_t size) {
  if (!ownObjects())
    return __libc_calloc(count, size);
  std::size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  return allocate(bytes, 16, opCalloc);
}

REVISIT_EXPORT void free(void* pointer) {
  const auto block = reinterpret_cast<std::uint64_t>(pointer);
  if (block == 0)
    return;
  if (inArenas(block))
    release(block);
  else if (exploring() && onUserStack(block))
    fail(ErrorKind::InvalidFree, "free of an address on a stack", block);
  else
    __libc_free(pointer);
}

REVISIT_EXPORT void* realloc(void* pointer, std::size_t bytes) {
  const auto block = reinterpret_cast<std::uint64_t>(pointer);
  if (block == 0)
    return malloc(bytes);
  if (!inArenas(block) && !ownObjects())
    return __libc_realloc(pointer, bytes);
  const std::uint64_t had = inArenas(block) ? headerOf(block).bytes : malloc_usable_size(pointer);
  void* fresh = ownObjects() ? allocate(bytes, 16, opRealloc) : __libc_malloc(bytes);
  if (fresh == nullptr)
    return nullptr;
  const std::uint64_t kept = std::min<std::uint64_t>(had, bytes);
  if (exploring())
    recordedCopy(reinterpret_cast<std::uint64_t>(fresh), block, kept, REVISIT_FLAG_SERVICE);
  else
    __builtin_memcpy(fresh, pointer, kept);
  free(pointer);
  return fresh;
}

REVISIT_EXPORT void* reallocarray(void* pointer, std::size_t count, std::size_t size) {
  std::size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  return realloc(pointer, bytes);
}

REVISIT_EXPORT void* memalign(std::size_t alignment, std::size_t bytes) {
  return ownObjects() ? allocate(bytes, alignment, opAligned) : __libc_memalign(alignment, bytes);
}

REVISIT_EXPORT void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
  if (!validAlignment(alignment)) {
    errno = EINVAL;
    return nullptr;
  }
  return memalign(alignment, bytes);
}

REVISIT_EXPORT int posix_memalign(void** result, std::size_t alignment, std::size_t bytes) {
  if (!validAlignment(alignment) || alignment % sizeof(void*) != 0)
    return EINVAL;
  void* block = memalign(alignment, bytes);
  if (block == nullptr)
    return ENOMEM;
  serviceStore(reinterpret_cast<std::uint64_t>(result), reinterpret_cast<std::uint64_t>(block), 8);
  return 0;
}

REVISIT_EXPORT std::size_t malloc_usable_size(void* pointer) noexcept {
  const auto block = reinterpret_cast<std::uint64_t>(pointer);
  if (inArenas(block))
    return headerOf(block).bytes;
  using Usable = std::size_t(void*);
  static void* cache;
  return block == 0 ? 0 : real(static_cast<Usable*>(nullptr), "malloc_usable_size", cache)(pointer);
}
