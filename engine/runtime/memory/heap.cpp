// The program's heap: malloc and related functions on the blocks of the arenas. Freed blocks stay marked, and are
// reused only when the user asks for it. Thread rule: in a plain run the C library's own functions; otherwise called by
// the thread that has the baton.
#include "runtime/life/fresh_memory.h"
#include "runtime/life/lifetimes.h"
#include "runtime/memory/access.h"
#include "runtime/memory/allocation.h"
#include "runtime/memory/arenas.h"
#include "runtime/memory/known_content.h"
#include "runtime/memory/own_objects.h"
#include "runtime/memory/recycling.h"
#include "runtime/processes/processes.h"
#include "runtime/schedule/carrier.h"
#include "runtime/signals/delivery.h"
#include "runtime/sync/object_table.h"
#include "runtime/trace/fingerprint.h"
#include "runtime/trace/held_blocks.h"
#include "runtime/trace/raw.h"
#include "runtime/trace/recorder.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <malloc.h>

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

enum MallocOp : std::uint8_t { opMalloc, opCalloc, opRealloc, opNew, opAligned };

// Blocks that the thread freed and may be given again, newest last. Older blocks are forgotten.
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

// The newest block of this size that the thread has freed, reused; 0 when there is none.
std::uint64_t takeAgain(std::uint64_t bytes, std::uint64_t alignment, Content content) {
  FreedBlocks& freed = g_freed[me().slot];
  for (std::uint32_t i = freed.count; i-- > 0;) {
    const std::uint64_t block = freed.blocks[i];
    if (headerOf(block).bytes != bytes || block % alignment != 0 || contentOf(block) != content)
      continue;
    __builtin_memmove(freed.blocks + i, freed.blocks + i + 1, (freed.count - i - 1) * sizeof freed.blocks[0]);
    freed.count--;
    recordedStore(reinterpret_cast<std::uint64_t>(&headerOf(block).freed), 0, sizeof(std::uint32_t), 0,
                  REVISIT_FLAG_SERVICE);
    refill(block, bytes, content);
    beginLife(block, block + bytes, content == Content::Zero ? 0 : REVISIT_FRESH_BYTE);
    return block;
  }
  return 0;
}

// Returns if no machine has that much memory: the program is told so by a null result. Every other failure is a limit
// of Revisit's heap and ends the thread.
void requireImpossible(std::uint64_t bytes, NoBlock why) {
  constexpr std::uint64_t addressable = 1ull << 47;
  errno = ENOMEM;
  if (bytes >= addressable)
    return;
  char message[160];
  std::snprintf(message, sizeof message,
                why == NoBlock::ArenaFull
                    ? "a block of %llu bytes does not fit into the heap: a thread has at most 1 GiB in blocks of up to"
                      " 1 MiB, and 32 GiB in larger ones"
                    : "no room for a block of %llu bytes: the address space is limited (ulimit -v)",
                static_cast<unsigned long long>(bytes));
  reachLimit(message);
}

// In runs in which blocks have other sizes, this memory may be in the middle of a block. So locations may reach beyond
// a block, but none may have parts of two: its life would end with one of them.
void requireOneBlock(std::uint64_t block) {
  const RevisitRange* const range = locationAt(block);
  const std::uint64_t before = range == nullptr ? 0 : blockBelow(block - 1);
  if (before != 0 && range->begin < before + headerOf(before).bytes)
    reachLimit("memory of two blocks of the heap counts as one place, because blocks have other sizes in other runs");
}

std::uint64_t take(const AllocationRequest& request, std::uint64_t alignment, Content content, const void* caller) {
  const std::uint64_t bytes = request.bytes;
  const bool mayRecur = request.chosen || mayRecycleFor(caller);
  if (!mayRecur)
    noteBlockOfOthers(caller);
  else if (const std::uint64_t again = request.chosen ? *request.chosen : takeRecycled(bytes, alignment, content);
           again != 0)
    return again;
  if (exploring() && g_runtime.channel->reuseMemory != 0)
    if (const std::uint64_t again = takeAgain(bytes, alignment, content); again != 0)
      return again;
  const TakenBlock taken = takeBlock(bytes, alignment, content);
  if (taken.block == 0)
    requireImpossible(bytes, taken.why);
  else if (exploring() && startsFresh(taken.block)) {
    makeFresh(taken.block, taken.block + bytes);
    noteFreshContent(taken.block, taken.block + bytes);
  }
  if (exploring() && taken.block != 0)
    requireOneBlock(taken.block);
  if (taken.block != 0 && mayRecur) {
    headerOf(taken.block).mayRecur = 1;
    ownFreedMark(taken.block);
  }
  return taken.block;
}

// Whether the C library allocates for its own use: its stores there call no hooks.
bool isForLibc(const void* caller) {
  return word(caller) >= g_runtime.libcBegin && word(caller) < g_runtime.libcEnd;
}

// What becomes of such a block is told by its header alone, of which each process has its own.
void* takeInChild(const AllocationRequest& request, std::uint64_t alignment) {
  const TakenBlock taken = takeBlock(request.bytes, alignment, Content::Zero);
  if (taken.block == 0)
    requireImpossible(request.bytes, taken.why);
  else
    headerOf(taken.block).family = static_cast<std::uint8_t>(request.family);
  return reinterpret_cast<void*>(taken.block);
}

// Whether the block was freed, by the copy or before that was made.
bool isFreedInChild(const BlockHeader& header) {
  noteInherited(word(&header.freed), sizeof header.freed, false);
  return header.freed != 0;
}

void* allocate(std::uint64_t asked, std::uint64_t alignment, MallocOp op, const void* caller) {
  const AllocationRequest request = takeRequest(asked);
  if (exploring() && isInChild())
    return takeInChild(request, std::max<std::uint64_t>(alignment, leastAlignment));
  const bool isOfProgram = request.family != AllocationFamily::Malloc || isInstrumented(word(caller));
  if (isOfProgram && exploring())
    enterUnsafeCall(request.family != AllocationFamily::Malloc ? "operator new" : "malloc");
  if (isOfProgram && isDenied(Permitted::Allocate)) {
    errno = ENOMEM;
    return nullptr;
  }
  const std::uint64_t bytes = request.bytes;
  const bool isFilled = op == opCalloc || bytes > maxFresh || (op != opAligned && isForLibc(caller));
  const std::uint64_t block = take(request, std::max<std::uint64_t>(alignment, leastAlignment),
                                   isFilled ? Content::Zero : Content::None, caller);
  if (block != 0)
    headerOf(block).family = static_cast<std::uint8_t>(request.family);
  if (exploring() && block != 0) {
    noteBlock(block, bytes, static_cast<std::uint64_t>(request.family));
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
  const std::uint64_t block = blockBelow(address);
  const std::uint64_t end = block == 0 ? 0 : block + headerOf(block).bytes;
  if (address > end || bytes > end - address)
    fail(ErrorKind::OutOfBounds, "an access outside a block of the heap", std::max(address, end));
  const BlockHeader& header = headerOf(block);
  if (isInChild() ? isFreedInChild(header) : header.freed == me().slot + 1u && locationAt(address) == nullptr)
    failOver(address);
}

void revisit::runtime::failOver(std::uint64_t address) {
  fail(ErrorKind::UseAfterFree,
       inHeap(address) ? "use of a block of the heap after it was freed"
                       : "use of a local variable after its scope has ended or its function has returned",
       address);
}

namespace {

[[noreturn]] void failFreed(std::uint64_t block) {
  fail(ErrorKind::DoubleFree, "free of a block that was freed before", block);
}

void release(std::uint64_t block) {
  const AllocationRequest request = takeRelease();
  BlockHeader& header = headerOf(block);
  if (replaying() && calledByDebugger())
    return;
  const WorksOn work(block);
  const std::uint32_t mark = (g_runtime.current != nullptr ? me().slot : 0u) + 1;
  if (!exploring()) {
    header.freed = mark;
    return;
  }
  if (!isBlock(block))
    fail(ErrorKind::InvalidFree, "free of an address that is no block of the heap", block);
  requireSameFamily(block, static_cast<AllocationFamily>(header.family), header.bytes, request);
  if (isInChild() && isFreedInChild(header))
    failFreed(block);
  if (isInChild()) {
    header.freed = mark;
    return;
  }
  if (recordedRmw(reinterpret_cast<std::uint64_t>(&header.freed), mark, sizeof header.freed,
                  static_cast<std::uint32_t>(MemoryOrder::SeqCst), RmwOp::Exchange, REVISIT_FLAG_SERVICE) != 0)
    failFreed(block);
  endObjects(block, block + header.bytes);
  forgetObjects(block, block + header.bytes);
  endLife({.bounds = {block, block + header.bytes}, .around = {0, ~0ull}}); // no location has parts of two blocks
  noteFreedBlock(block, header.bytes);
  RevisitRecord& record = emit(REVISIT_FREE);
  record.address = block;
  record.before = header.bytes;
  record.extra64 = me().destroyedLocal;
  record.flags = REVISIT_FLAG_SERVICE;
  record.chain = chainHere();
  if (g_runtime.channel->reuseMemory != 0)
    offer(block);
}

} // namespace

REVISIT_EXPORT void* malloc(std::size_t bytes) {
  return ownObjects() ? allocate(bytes, 16, opMalloc, __builtin_return_address(0)) : __libc_malloc(bytes);
}

REVISIT_EXPORT void* calloc(std::size_t count, std::size_t size) {
  if (!ownObjects())
    return __libc_calloc(count, size);
  std::size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  return allocate(bytes, 16, opCalloc, __builtin_return_address(0));
}

REVISIT_EXPORT void free(void* pointer) {
  const auto block = reinterpret_cast<std::uint64_t>(pointer);
  if (block == 0)
    return;
  if (exploring() && isInstrumented(word(__builtin_return_address(0))))
    enterUnsafeCall("free");
  if (inHeap(block))
    release(block);
  else if (exploring() && inStacks(block))
    fail(ErrorKind::InvalidFree, "free of an address on a stack", block);
  else
    __libc_free(pointer);
}

REVISIT_EXPORT void* realloc(void* pointer, std::size_t bytes) {
  const auto block = reinterpret_cast<std::uint64_t>(pointer);
  if (block == 0 && !ownObjects())
    return __libc_malloc(bytes);
  const void* const caller = __builtin_return_address(0);
  if (block == 0)
    return allocate(bytes, 16, opMalloc, caller);
  if (!inHeap(block) && !ownObjects())
    return __libc_realloc(pointer, bytes);
  const std::uint64_t had = inHeap(block) ? headerOf(block).bytes : malloc_usable_size(pointer);
  void* fresh = ownObjects() ? allocate(bytes, 16, opRealloc, caller) : __libc_malloc(bytes);
  if (fresh == nullptr)
    return nullptr;
  const std::uint64_t kept = std::min<std::uint64_t>(had, bytes);
  const WorksOn work(reinterpret_cast<std::uint64_t>(fresh), block);
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
  return ownObjects() ? allocate(bytes, alignment, opAligned, __builtin_return_address(0))
                      : __libc_memalign(alignment, bytes);
}

REVISIT_EXPORT void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
  requireAlignment(isAlignment(alignment), "aligned_alloc with an alignment that is no power of two");
  if (!isAlignment(alignment)) {
    errno = EINVAL;
    return nullptr;
  }
  requireAlignment(bytes % alignment == 0, "aligned_alloc of a size that is no multiple of the alignment");
  return memalign(alignment, bytes);
}

REVISIT_EXPORT int posix_memalign(void** result, std::size_t alignment, std::size_t bytes) {
  const bool isValid = isAlignment(alignment) && alignment % sizeof(void*) == 0;
  requireAlignment(isValid, "posix_memalign with an alignment that is no power of two, or less than a pointer's size");
  if (!isValid)
    return EINVAL;
  void* block = memalign(alignment, bytes);
  if (block == nullptr)
    return ENOMEM;
  serviceStore(reinterpret_cast<std::uint64_t>(result), reinterpret_cast<std::uint64_t>(block), 8);
  return 0;
}

REVISIT_EXPORT std::size_t malloc_usable_size(void* pointer) noexcept {
  const auto block = reinterpret_cast<std::uint64_t>(pointer);
  if (inHeap(block))
    return headerOf(block).bytes;
  using Usable = std::size_t(void*);
  static void* cache;
  return block == 0 ? 0 : real(static_cast<Usable*>(nullptr), "malloc_usable_size", cache)(pointer);
}
