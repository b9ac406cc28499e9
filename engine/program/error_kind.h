// The kinds of errors in executions. Plain data.
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
  ClosedDescriptor,
  None // for an execution without error
};

// Whether the error consists of waiting threads. Then it is not an event, and appears when no thread can continue.
constexpr bool isOfWaiting(ErrorKind kind) {
  return kind == ErrorKind::Deadlock || kind == ErrorKind::Livelock || kind == ErrorKind::Stranded;
}

// The name of the error kind in reports; "none" for None.
const char* errorName(ErrorKind kind);

} // namespace revisit
