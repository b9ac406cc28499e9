// Shared by the services that the runtime provides (time, files, randomness). Thread rule: as access.h.
#pragma once

#include "abi/services.h"
#include "runtime/memory/access.h"
#include "runtime/trace/raw.h"

namespace revisit::runtime {

// Data between the program and a file is transferred in pieces of this many bytes.
constexpr std::size_t chunkBytes = 4096;

// Stores bytes into the program's memory on behalf of a service.
void serviceWrite(std::uint64_t to, const void* from, std::uint64_t bytes);
// Reads bytes of the program's memory on behalf of a service.
void serviceRead(std::uint64_t from, void* to, std::uint64_t bytes);
// Reads a text up to its NUL: at most `room` bytes including the NUL.
void serviceText(const char* from, char* to, std::size_t room);

// Called once, before the first run.
void mapServices();
// Whether there is a machine around the program (abi/machine.h). Where the address space is limited there is none, and
// what a program asks of it is refused as for code that is not instrumented.
bool hasMachine();
// Notes the offsets of standard input and of descriptors that constructors opened, as they are before the first run.
void noteOffsets();
void restoreOffsets();
bool isOffsetRestored(int file);

// 64 bits that depend on the thread and on the number of its calls.
std::uint64_t nextRandom();
// At the start of a run: reports that the program asked for random numbers of the system before it.
void tellRandomBefore();

} // namespace revisit::runtime
