// What a platform permits although no program asks for it, and which of that an exploration tries. A run is told, since
// it has to ask which way things go; so is the replay of a witness.
#pragma once

#include <cstdint>

namespace revisit {

enum class Permitted : std::uint32_t {
  // For no reason:
  WakeUp = 1,   // a wait on a condition variable or a futex ends
  WeakSwap = 2, // a weak compare-and-swap fails
  TryLock = 4,  // an attempt to take a lock or a semaphore fails, of those of C++ and C11
  // Where resources are short:
  Create = 8,    // a thread is not created
  Allocate = 16, // memory is not allocated
  // With descriptors:
  Shorter = 32, // a read or write transfers less than it could
  Full = 64,    // a socket that does not wait has no room
  Lowest = 128  // a new descriptor has the lowest number that is free, which is how the system gives them
};

using PermittedSet = std::uint32_t; // bits

constexpr PermittedSet bitOf(Permitted what) {
  return static_cast<PermittedSet>(what);
}
// Of these, what fails at a step or does less.
constexpr PermittedSet faultsIn(PermittedSet set) {
  return set &
         (bitOf(Permitted::Create) | bitOf(Permitted::Allocate) | bitOf(Permitted::Shorter) | bitOf(Permitted::Full));
}
constexpr bool contains(PermittedSet set, Permitted what) {
  return (set & bitOf(what)) != 0;
}

} // namespace revisit
