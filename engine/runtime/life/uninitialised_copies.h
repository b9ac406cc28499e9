// Copies of uninitialised memory, one value at a time (Copying in the pass). The number of a copy is what
// __revisit_carried gives; it leads to the address that was read. Thread rule: called by the thread that has the baton,
// during a run.
#pragma once

#include "runtime/trace/state.h"

namespace revisit::runtime {

// The thread depends on uninitialised memory at this address.
[[noreturn]] void failUninitialised(std::uint64_t address);
// The same for a copy.
[[noreturn]] void failCopied(std::uint32_t number);
// The thread has read uninitialised memory, to copy it. Gives the number of the copy.
std::uint32_t noteCopiedFrom(std::uint64_t address);
// The copy was just stored to the bytes. `location`: contains them if they are shared; `wasBlank`: nothing was stored
// there before. A store to a part of a location leaves the rest as it was. Where the copy cannot be noted it is an
// error at once.
void noteCopiedTo(std::uint64_t address, std::uint64_t size, std::uint32_t number, const RevisitRange* location,
                  bool wasBlank);

// Copies as arguments and results: see abi/hooks.h.
void passCopy(std::uint64_t function, std::uint32_t index, std::uint32_t number);
std::uint32_t takePassed(std::uint64_t function, std::uint32_t index, bool isLast);
void failIfLeft(std::uint64_t function);
void passBack(std::uint64_t function, std::uint32_t number);
std::uint32_t takeResult(std::uint64_t function);

} // namespace revisit::runtime
