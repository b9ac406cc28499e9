// What the services that the runtime provides (time, files, randomness) share. Thread rule: as access.h.
#pragma once

#include "runtime/abi/services.h"
#include "runtime/access.h"
#include "runtime/raw.h"

namespace revisit::runtime {

// What moves between the program and a file does so in pieces of this many bytes.
constexpr std::size_t chunkBytes = 4096;

// Stores bytes that a service gives to the program.
void serviceWrite(std::uint64_t to, const void* from, std::uint64_t bytes);
// Reads bytes that the program gives to a service.
void serviceRead(std::uint64_t from, void* to, std::uint64_t bytes);
// Reads a text up to its NUL; at most `room` bytes, with the NUL.
void serviceText(const char* from, char* to, std::size_t room);

// Called once, before the first run.
void mapServices();
// Standard input and what constructors opened stand where they stood before the first run.
void noteOffsets();
void restoreOffsets();

// 64 bits that depend on the thread and how often it has asked.
std::uint64_t nextRandom();

} // namespace revisit::runtime
