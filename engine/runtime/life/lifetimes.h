// The lifetimes of the memory of shared locations: heap blocks and local variables. Thread rule: called by the thread
// that has the baton, during a run.
#pragma once

#include "runtime/memory/shared_ranges.h"

namespace revisit::runtime {

enum class LocationLife : std::uint8_t {
  Begun,  // nothing was stored since its lifetime began
  Stored, // something was stored
  Over,
  Destroyed // a destructor ended the object there, and nothing was stored since
};

LocationLife& lifeOf(const RevisitRange& location);

struct Extent {
  std::uint64_t begin, end;
};

// Memory whose lifetime ends. Another run may have had a larger variable there. So a shared location that extends
// beyond this memory ends with it, unless it also extends beyond `around`.
struct EndingMemory {
  Extent bounds;
  Extent around;
};

// Records which shared locations, and which objects, must be mortal from the next run on.
void noteMortal(const EndingMemory& memory);
// Ends the lifetime of every mortal location in the memory, or begins a new one; each is a separate event. A lifetime
// that has begun does not begin again. At its begin all bytes have this value.
void endLife(const EndingMemory& memory);
void beginLife(std::uint64_t begin, std::uint64_t end, std::uint8_t byte);
// Ends the lifetime of the object in the memory, for every mortal location there. `chain`: where that happens.
void destroyLife(const EndingMemory& memory, std::uint32_t chain);
// Ends the lifetime of all shared variables of the running thread between two addresses of its stack that have not
// ended yet: their functions did not return, but the thread left them.
void endLeftVariables(std::uint64_t begin, std::uint64_t end);

// A local variable, or a part of one, comes to life uninitialised. Its bytes become REVISIT_FRESH_BYTE; those of shared
// locations become what the last event left there. No event.
void makeLocal(std::uint64_t begin, std::uint64_t end);

} // namespace revisit::runtime
