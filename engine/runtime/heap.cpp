// The program's heap: one arena per thread at a fixed place, bump allocation without reuse, so that an address is a
// function of the thread and its allocation history. Fresh memory is zero. Freed blocks stay marked.
// Thread rule: in a plain run the C library's own functions; otherwise called by the thread that has the baton.
#include "runtime/access.h"
#include "runtime/carrier.h"
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
constexpr std::uint64_t indexBytes = 0x40000000ull; // behind the arena: the blocks' addresses, in order

enum MallocOp : std::uint8_t { opMalloc, opCalloc, opRealloc, opNew, opAligned };

struct Header { // just before each block
  std::uint64_t bytes;
  std::uint32_t mark;
  // Freeing exchanges this, an access like any other: which of two threads frees first is then part of the execution.
  std::uint32_t freed; // slot + 1 of the thread that freed it; 0: nobody
};

bool inArenas(std::uint64_t address) {
  return address >= REVISIT_HEAP_ADDRESS && address < REVISIT_HEAP_ADDRESS + maxThreads * REVISIT_HEAP_STRIDE;
}

Header& headerOf(std::uint64_t block) {
  return *reinterpret_cast<Header*>(block - sizeof(Header));
}

std::uint64_t* blocksOf(std::uint32_t slot) {
  return reinterpret_cast<std::uint64_t*>(REVISIT_HEAP_ADDRESS + slot * REVISIT_HEAP_STRIDE + arenaBytes);
}

std::uint64_t take(std::uint64_t bytes, std::uint64_t alignment) {
  Thread& self = g_runtime.current != nullptr ? me() : threadAt(0);
  const std::uint64_t arena = REVISIT_HEAP_ADDRESS + self.slot * REVISIT_HEAP_STRIDE;
  if (self.heapMapped == 0) {
    void* at = mmap(reinterpret_cast<void*>(arena), arenaBytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (at != reinterpret_cast<void*>(arena))
      return 0;
    void* const index = reinterpret_cast<void*>(arena + arenaBytes);
    if (mmap(index, indexBytes, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0) != index)
      return 0;
    self.heapMapped = arena + arenaBytes;
    self.heapNext = arena;
  }
  const std::uint64_t block = (self.heapNext + sizeof(Header) + alignment - 1) / alignment * alignment;
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
  if (block % 16 != 0 || header.mark != blockMark)
    fail(ErrorKind::InvalidFree, "free of an address that is no block of the heap", block);
  if (recordedRmw(reinterpret_cast<std::uint64_t>(&header.freed), mark, sizeof header.freed, 0, RmwOp::Exchange,
                  REVISIT_FLAG_SERVICE) != 0)
    fail(ErrorKind::DoubleFree, "free of a block that was freed before", block);
  endLife(block, block + header.bytes);
  RevisitRecord& record = emit(REVISIT_FREE);
  record.address = block;
  record.before = header.bytes;
  record.flags = REVISIT_FLAG_SERVICE;
  record.chain = chainHere();
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
