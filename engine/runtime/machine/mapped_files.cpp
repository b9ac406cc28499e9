#include "runtime/machine/mapped_files.h"

#include "abi/copies.h"
#include "runtime/memory/access.h"
#include "runtime/processes/processes.h"
#include "runtime/services/external_calls.h"
#include "runtime/trace/raw.h"
#include "runtime/trace/recorder.h"

#include <sys/mman.h>

using namespace revisit;
using namespace revisit::runtime;

namespace revisit::runtime {

namespace {

constexpr auto relaxed = static_cast<std::uint32_t>(MemoryOrder::Relaxed);

std::uint64_t contentOf(std::uint64_t address) {
  return (address - REVISIT_MACHINE_CONTENTS) / REVISIT_MACHINE_CONTENT_STRIDE;
}

// Null if the page with this word may be accessed.
const char* problemOf(std::uint64_t word, bool writes) {
  if ((word & REVISIT_MACHINE_MAPPED) == 0)
    return "invalid memory access (SIGSEGV): this memory of a file is not mapped";
  if ((word & (writes ? REVISIT_MACHINE_WRITES : REVISIT_MACHINE_READS)) == 0)
    return writes ? "invalid memory access (SIGSEGV): this memory of a file may not be written to"
                  : "invalid memory access (SIGSEGV): this memory of a file may not be read";
  return (word & REVISIT_MACHINE_BEYOND) != 0 ? "bus error (SIGBUS): an access behind the end of a mapped file"
                                              : nullptr;
}

} // namespace

void requireMapped(std::uint64_t address, std::uint64_t bytes, bool writes) {
  const std::uint64_t content = contentOf(address);
  if (me().reaches == content + 1)
    return;
  const std::uint64_t words = REVISIT_MACHINE_RIGHTS + content * REVISIT_MACHINE_RIGHTS_STRIDE;
  const std::uint64_t begin = (address - REVISIT_MACHINE_CONTENTS) % REVISIT_MACHINE_CONTENT_STRIDE;
  const std::uint64_t last = (begin + bytes - 1) / REVISIT_MACHINE_PAGE;
  for (std::uint64_t page = begin / REVISIT_MACHINE_PAGE; page <= last; page++)
    if (const char* problem = problemOf(recordedLoad(words + page * 8, 8, relaxed, REVISIT_FLAG_SERVICE), writes))
      fail(ErrorKind::Signal, problem, address);
  if (!hasProcesses())
    return;
  const MappedPart* const part = mappedAt(address);
  const int needed = writes ? PROT_WRITE : PROT_READ;
  if (part == nullptr || (part->protection & needed) == 0)
    fail(ErrorKind::Signal, problemOf(part == nullptr ? 0 : REVISIT_MACHINE_MAPPED, writes), address);
}

} // namespace revisit::runtime

REVISIT_EXPORT void revisit_machine_reach(unsigned number) {
  if (exploring())
    me().reaches = number;
}

REVISIT_EXPORT void revisit_machine_maps(const void* at, std::size_t bytes, int protection) {
  if (exploring())
    noteMapped(word(at), word(at) + bytes, protection);
}

REVISIT_EXPORT int revisit_machine_has_mapped(const void* at, std::size_t bytes) {
  return exploring() && (!makesCopies() || hasMapped(word(at), word(at) + bytes)) ? 1 : 0;
}

// In a process with several threads nobody can tell which accesses come later.
REVISIT_EXPORT int revisit_machine_unmaps(const void* at, std::size_t bytes) {
  if (!exploring() || !makesCopies() || !forgetMapped(word(at), word(at) + bytes))
    return 0;
  if (me().slot == me().process && !me().madeThreads)
    return 1;
  noteMapped(word(at), word(at) + bytes, PROT_READ | PROT_WRITE);
  tellLimit("munmap in a process with several threads, after fork: uses of the memory that come later are not found");
  return 1;
}

REVISIT_EXPORT void revisit_machine_refuse(const char* function, const char* why) {
  tellRefused(function, why);
}
