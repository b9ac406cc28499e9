// The history of what a descriptor stands for (a pipe, one direction of a connection, an eventfd): who put and took
// which bytes, what it held after each event, and which threads are blocked on it at the end. Stateless.
#pragma once

#include "query/timeline/timeline.h"

namespace revisit {

struct StreamStep {
  EventNumber number = 0;
  std::uint32_t first = 0, units = 0; // what a put or a take moved: units that many beginning with this one
  std::string moved;                  // "\"xy\"", if the bytes are known; else empty
  std::string content;                // what is in it after the event: "2 bytes", "0 bytes, no writer", "counts 1"
};

// Of the stream or counter at this address, in the order of the schedule. O(events of it * bytes * log n).
std::vector<StreamStep> streamHistory(const Timeline& timeline, std::uint64_t address);

// Of a take: the events that put what it took, in order. Of a put: those that took it. Others: empty.
std::vector<EventNumber> partnersOf(const Timeline& timeline, EventNumber number);
// The last event that put something into the stream or counter before the position.
std::optional<EventNumber> lastPut(const Timeline& timeline, std::uint64_t address, SchedulePosition position);

// The streams, counters and files of the witness's descriptors: "pipe @loop.c:40", without repetitions.
std::vector<std::string> descriptorNames(const Witness& witness);

// One line each, for what has this name: its descriptors, each event with what it moved and what was in it then, and
// who waits for it at the end. Each line ends with a line feed. Empty: nothing has the name, or it is no stream.
std::string streamHistoryText(const Timeline& timeline, std::uint64_t address);

} // namespace revisit
