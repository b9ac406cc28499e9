// What can be wrong with an execution. Plain data.
#pragma once

#include <cstdint>

namespace revisit {

enum class ErrorKind : std::uint8_t {
  Assertion,
  Deadlock,
  Livelock,
  Race,
  UseAfterFree,
  DoubleFree,
  InvalidFree,
  OutOfBounds,
  NullDereference,
  Uninitialised,
  Leak,
  UnlockNotOwner,
  LockMisuse,
  Exception,
  Signal,
  ExitStatus,
  Arithmetic,
  DoesNotEnd,
  Divergence,
  MemoryMisuse,
  ThreadMisuse,
  MissingReturn,
  Stranded,
  None // of an execution in which nothing is wrong
};

// Whether threads that wait make the error: it is no event, and shows where nothing can go on.
constexpr bool isOfWaiting(ErrorKind kind) {
  return kind == ErrorKind::Deadlock || kind == ErrorKind::Livelock || kind == ErrorKind::Stranded;
}

// The error kind's name in reports, as DESIGN's contract spells it; "none" for None.
const char* errorName(ErrorKind kind);

} // namespace revisit
