// Which events of a thread stay in program order on a processor with store buffers: the preserved program order of TSO
// and PSO and what full fences imply, as memory/store_buffers.h defines them. Pure functions.
#pragma once

#include "program/label.h"

namespace revisit {

enum class StoreBufferKind : std::uint8_t { Tso, Pso };

// What an event is to a store buffer.
enum class BufferRole : std::uint8_t { Read, Write, Full, ReleaseFence, Nothing };

// `rmw` matters for LabelKind::Rmw only, `order` for fences.
BufferRole bufferRoleOf(LabelKind kind, RmwOp rmw, MemoryOrder order);

struct BufferedStep {
  BufferRole role = BufferRole::Nothing;
  MemoryOrder order = MemoryOrder::Plain;
};

// Whether an event of a thread stays before a later one, by the two alone. `sameLocation`: both access it.
bool staysBefore(StoreBufferKind kind, const BufferedStep& first, const BufferedStep& second, bool sameLocation);

} // namespace revisit
