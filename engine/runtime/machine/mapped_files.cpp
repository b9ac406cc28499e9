#include "runtime/machine/mapped_files.h"

#include "runtime/memory/access.h"
#include "runtime/services/external_calls.h"
#include "runtime/trace/recorder.h"

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
}

} // namespace revisit::runtime

REVISIT_EXPORT void revisit_machine_reach(unsigned number) {
  if (exploring())
    me().reaches = number;
}

REVISIT_EXPORT void revisit_machine_refuse(const char* function, const char* why) {
  tellRefused(function, why);
}
