// Anonymous memory that the program maps: each thread has a separate area for it. Thread rule: called by the thread
// that has the baton, during a run.
#pragma once

#include <cstddef>
#include <cstdint>

namespace revisit::runtime {

// Like mmap of anonymous memory; returns MAP_FAILED and sets errno when there is no room. `isShared`: by the copies
// that fork makes later.
void* mapAnonymous(std::size_t bytes, int protection, bool isShared);

// Whether all of these bytes lie in an area for mappings, whatever is mapped there.
bool isMapped(std::uint64_t begin, std::uint64_t end);
// Ends the lifetime of these pages, or that of the calling thread's process has them no more. They stay reserved: no
// later mapping gets them.
void unmapAnonymous(std::uint64_t begin, std::uint64_t end);

// The area of the thread's mappings so far; parts of it may be unmapped again. Empty when the thread has mapped
// nothing.
struct MappedArea {
  std::uint64_t begin, end;
};
MappedArea mappedBy(unsigned slot);

} // namespace revisit::runtime
