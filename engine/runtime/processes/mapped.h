// What each process has mapped: anonymous memory and memory of files, with what it may do there. Only of programs that
// make copies of their process. Thread rule: called by the thread that has the baton, during a run.
#pragma once

#include <cstdint>

namespace revisit::runtime {

// Memory that processes map shared lies in areas of its own, one for each thread.
constexpr std::uint64_t sharedMappings = 0x1a0000000000ull;
constexpr std::uint64_t sharedMappingsEnd = 0x1b0000000000ull;

struct MappedPart {
  std::uint64_t begin, end;
  std::int64_t protection; // as of mmap
};

// The calling thread's process has mapped this memory.
void noteMapped(std::uint64_t begin, std::uint64_t end, std::int64_t protection);
// It has it no more. True: other processes may still have it, so that the memory itself stays as it is.
bool forgetMapped(std::uint64_t begin, std::uint64_t end);
// The part of the calling thread's process there; null: there is none.
const MappedPart* mappedAt(std::uint64_t address);
// Whether the calling thread's process has mapped some of it.
bool hasMapped(std::uint64_t begin, std::uint64_t end);

// A copy has what its original has.
void copyMapped(unsigned process, unsigned copy);
// From now on memory is that of the other process: what only one of them has cannot be accessed.
void useMapped(unsigned before, unsigned now);
// The parts of a process.
struct MappedParts {
  const MappedPart* begin;
  const MappedPart* end;
};
MappedParts mappedParts(unsigned process);

} // namespace revisit::runtime
