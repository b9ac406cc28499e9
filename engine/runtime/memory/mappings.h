// Anonymous memory that the program maps: each thread has a separate area for it. Thread rule: called by the thread
// that has the baton, during a run.
#pragma once

#include <cstddef>
#include <cstdint>

namespace revisit::runtime {

// Like mmap; returns MAP_FAILED and sets errno when there is no room.
void* mapPrivate(std::size_t bytes, int protection);

// The area of the thread's mappings so far; parts of it may be unmapped again. Empty when the thread has mapped
// nothing.
struct MappedArea {
  std::uint64_t begin, end;
};
MappedArea mappedBy(unsigned slot);

} // namespace revisit::runtime
