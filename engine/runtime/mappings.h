// Memory that the program maps without a file: each thread has an area of its own for it.
// Thread rule: called by the thread that has the baton, during a run.
#pragma once

#include <cstddef>
#include <cstdint>

namespace revisit::runtime {

// As mmap; MAP_FAILED and errno when there is no room.
void* mapPrivate(std::size_t bytes, int protection);

// What the thread has mapped so far lies here; parts may be gone again. Empty when it has mapped nothing.
struct MappedArea {
  std::uint64_t begin, end;
};
MappedArea mappedBy(unsigned slot);

} // namespace revisit::runtime
