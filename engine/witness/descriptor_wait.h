// A thread that waits for descriptors at the end of an execution: by which call, and for what. Stateless.
#pragma once

#include "witness/streams_at_end.h"

#include <optional>

namespace revisit {

// What the thread looks at.
struct WatchedStream {
  std::uint64_t address = 0; // of the stream or counter
  std::string what;          // "pipe @loop.c:40"
  ObjectKind kind = ObjectKind::Stream;
  ObjectState state;      // at the end
  bool wantsRoom = false; // to write, not to read
  bool needsEdge = false; // it is ready, or was, but an edge-triggered watch reports new edges only
};

struct DescriptorWait {
  unsigned thread = 0;
  std::string call; // "epoll_wait"; empty: not known
  std::uint64_t set = 0;
  std::string setName;               // "epoll @loop.c:38"; empty: no set
  std::optional<ObjectOp> operation; // it waits by this one alone; otherwise it goes round in a loop
  std::vector<WatchedStream> watched;
  WitnessPosition position;
};

// The call that leads to the event, if it is one of the machine's library: "epoll_wait"; else empty.
std::string machineCallOf(const std::vector<WitnessPosition>& calls);

// Whether that is the call that changes what a set watches.
bool changesWatches(const std::vector<WitnessPosition>& calls);

// Nothing: it waits for something else. O(events).
std::optional<DescriptorWait> descriptorWaitOf(const Witness& witness, const WitnessWaiting& waiting);

// What it waits for, if that is more than one operation: "pipe @a.c:7 or eventfd @a.c:9 in poll".
std::string descriptorWords(const DescriptorWait& wait);
// "pipe @a.c:7: 0 bytes, 1 write end open (descriptor 65, made by T0 main at a.c:7)".
std::string watchedText(const Witness& witness, const WatchedStream& watched);

} // namespace revisit
