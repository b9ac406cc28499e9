// The lives of the memory that shared locations lie in: a block of the heap, a local variable.
// Thread rule: called by the thread that has the baton, during a run.
#pragma once

#include "runtime/shared_ranges.h"

namespace revisit::runtime {

enum class LocationLife : std::uint8_t {
  Begun,  // nothing was stored since it began
  Stored, // something was
  Over
};

LocationLife& lifeOf(const RevisitRange& location);

struct Extent {
  std::uint64_t begin, end;
};

// Memory whose life ends. Another run may have had a larger variable there: a shared location that reaches out of it,
// but not out of `around`, ends with it.
struct EndingMemory {
  Extent bounds;
  Extent around;
};

// Says which shared locations are to be mortal from the next run on.
void noteMortal(const EndingMemory& memory);
// Ends, or begins anew, the life of every mortal location there, each an event of its own. Memory that lives does not
// begin again. A new life begins with this byte everywhere.
void endLife(const EndingMemory& memory);
void beginLife(std::uint64_t begin, std::uint64_t end, std::uint8_t byte);

// A local variable, or a part of one, comes into being and has no content: its bytes become REVISIT_FRESH_BYTE, apart from
// those of shared locations, which become what the last event left there. No event.
void makeLocal(std::uint64_t begin, std::uint64_t end);

} // namespace revisit::runtime
