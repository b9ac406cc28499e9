// The hooks that check the operands of an access before it is made. Thread rule: called by the program's threads;
// during a run only by the one that has the baton.
#include "abi/hooks.h"

#include "runtime/memory/variable_notes.h"
#include "runtime/trace/recorder.h"

#include <algorithm>

using namespace revisit;
using namespace revisit::runtime;

REVISIT_HOOK void __revisit_bounds(std::uint64_t address, std::uint64_t bytes, std::uint64_t variable,
                                   std::uint64_t size, std::uint64_t name) {
  if (!exploring() || bytes == 0)
    return;
  const std::uint64_t offset = address - variable; // a large number for an address before the variable
  if (offset > size || bytes > size - offset)
    failCheck(ErrorKind::OutOfBounds,
              outsideOf(reinterpret_cast<const char*>(name),
                        offset > size ? address : std::max(address, variable + size), variable, size),
              address);
}

// The assignment of a structure to itself is compiled to a copy too.
REVISIT_HOOK void __revisit_overlap(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
  if (exploring() && to != from && (to > from ? to - from : from - to) < bytes)
    failCheck(ErrorKind::MemoryMisuse, "source and target of a copy overlap", 0);
}

REVISIT_HOOK void __revisit_misuse(std::uint64_t message) {
  if (exploring())
    fail(ErrorKind::MemoryMisuse, reinterpret_cast<const char*>(message));
}
