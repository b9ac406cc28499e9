// Memory of files that the program maps (library/c/machine/areas/mappings.c). Thread rule: called by the thread that
// has the baton, during a run.
#pragma once

#include "abi/machine.h"

#include <cstdint>

namespace revisit::runtime {

inline bool isOfFile(std::uint64_t address) {
  return address >= REVISIT_MACHINE_CONTENTS && address < REVISIT_MACHINE_CONTENTS_END;
}

// Ends the thread with an error unless the pages of these bytes permit the access. Requires bytes > 0 and an address of
// a file. The words of the pages are read, so what threads do to mappings and to the sizes of files is ordered with the
// access.
void requireMapped(std::uint64_t address, std::uint64_t bytes, bool writes);

} // namespace revisit::runtime
