// Streams and counters: what the descriptors of a program stand for. A stream holds units (bytes, messages,
// connections) that were put into it and not taken yet; their content lies in memory, at places that follow from the
// number of units before them. A counter holds a number (eventfd). Plain functions of the state.
#pragma once

#include "program/objects/objects.h"

namespace revisit {

// The argument of an operation on a stream. Only what the operation uses is set.
struct StreamUse {
  std::uint32_t units = 0;    // to put or to take at most; less than 2^24
  std::uint32_t capacity = 0; // of the stream, to put something and to look; less than 2^22
  bool isWhole = false;       // Put: all units or none
  bool keeps = false;         // Take: what was taken stays
  // Put, instead of a capacity: all units are put if that many units of the stream, or fewer than that, were taken so
  // far.
  bool isFrom = false, isBefore = false;

  constexpr std::uint64_t bits() const {
    return units | std::uint64_t{isWhole} << 24 | std::uint64_t{keeps} << 25 | std::uint64_t{isFrom} << 26 |
           std::uint64_t{isBefore} << 27 | std::uint64_t{capacity} << 41;
  }
  static constexpr StreamUse of(std::uint64_t bits) {
    return {static_cast<std::uint32_t>(bits & 0xffffff),
            static_cast<std::uint32_t>(bits >> 41 & 0x3fffff),
            (bits >> 24 & 1) != 0,
            (bits >> 25 & 1) != 0,
            (bits >> 26 & 1) != 0,
            (bits >> 27 & 1) != 0};
  }
};

// What an operation that puts or takes something has done: `units` beginning with unit number `first` of the stream.
// An error number instead where it has done nothing. For a counter, `isPart` and what was taken (countBits). Shut tells
// the units that are left.
struct StreamPart {
  std::uint32_t first = 0, units = 0;
  bool isWatched = false; // somebody wants to know of it (StreamWatch)
  bool wasEmpty = false;  // Put

  constexpr std::uint64_t bits() const {
    return isPart | (isWatched ? watchedBit : 0) | (wasEmpty ? emptyBit : 0) | std::uint64_t{first} << 24 | units;
  }
  static constexpr bool holds(std::uint64_t result) { return (result & isPart) != 0; }
  static constexpr StreamPart of(std::uint64_t result) {
    return {static_cast<std::uint32_t>(result >> 24), static_cast<std::uint32_t>(result & 0xffffff),
            (result & watchedBit) != 0, (result & emptyBit) != 0};
  }
  static constexpr std::uint64_t isPart = 1ull << 62, watchedBit = 1ull << 61, emptyBit = 1ull << 60;
};

// The conditions of LookFor, which its argument asks for in `units`, and its result tells.
enum StreamCondition : std::uint32_t {
  StreamReadable = 1, // it holds a unit
  StreamWritable = 2, // there is room for a unit
  StreamHasPage = 4,  // there is room for a page of bytes
  StreamEnded = 8,    // no thread can put a unit any more
  StreamBroken = 16,  // no thread can take a unit any more
  StreamTakenTo = 32  // as many units were taken as `capacity` says
};
// The argument of Shut: who goes, and whether they close their descriptors. A call that is in progress then would go on
// with what it stands for, which is not followed: its result is `badDescriptor`.
enum StreamEnd : std::uint32_t { StreamReaders = 1, StreamWriters = 2, StreamCloses = 8 };

// Part of the argument and of the result of an AskSystem that is asked how much a call transfers: of so many units, at
// least two, all of them (the result is ok), or as many as the result says. All lengths up to a bound are tried; above
// it one unit, half of them, and all but one.
constexpr std::uint64_t isTransfer = 1ull << 32;
constexpr std::uint32_t allLengths = 16;
constexpr unsigned lengthsBelow(std::uint64_t argument) {
  const auto units = static_cast<std::uint32_t>(argument);
  return units <= allLengths ? units - 1 : 3;
}
// The result for the outcome.
constexpr std::uint64_t transferOf(std::uint64_t argument, std::uint32_t outcome) {
  const auto units = static_cast<std::uint32_t>(argument);
  if (outcome == 0)
    return object_result::ok;
  return isTransfer | (units <= allLengths || outcome == 1 ? outcome : outcome == 2 ? units / 2 : units - 1);
}

// Numbers of a counter as arguments and results: those below 2^32, and the 2^32 largest that a counter can hold.
constexpr std::uint64_t maxCount = 0xfffffffffffffffe;
constexpr std::uint64_t nearMaxCount = 1ull << 41;
constexpr bool isCount(std::uint64_t number) {
  return number >> 32 == 0 || (number <= maxCount && (maxCount - number) >> 32 == 0);
}
// Requires isCount(number).
constexpr std::uint64_t countBits(std::uint64_t number) {
  return number >> 32 == 0 ? number : nearMaxCount | (maxCount - number);
}
constexpr std::uint64_t countOf(std::uint64_t bits) {
  const std::uint64_t low = bits & 0xffffffff;
  return (bits & nearMaxCount) != 0 ? maxCount - low : low;
}

// The effects of the roles Put, Take, LookFor, Shut and Watch on objects of these kinds, as applyOperation.
ObjectEffect putUnits(ObjectState state, ObjectOp operation, std::uint64_t argument);
ObjectEffect takeUnits(ObjectState state, ObjectOp operation, std::uint64_t argument);
ObjectEffect lookFor(const ObjectState& state, ObjectOp operation, std::uint64_t argument);
ObjectEffect shutStream(ObjectState state, std::uint64_t argument);
ObjectEffect watchStream(ObjectState state);

} // namespace revisit
