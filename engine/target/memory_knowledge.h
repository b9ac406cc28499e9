// What runs have shown of a program's memory: who touched what, whose lifetime ended, which synchronisation objects
// end. By address, so that another process of the same program can take it over. Thread rule: a plain value.
#pragma once

#include "abi/channel.h"

#include <cstdint>
#include <vector>

namespace revisit {

struct MemoryKnowledge {
  // Owners of memory that are no thread.
  static constexpr std::uint16_t nobody = 0xffff, several = 0xfffe;

  // A row of equal accesses: units of `unit` bytes with one owner. The last byte of each unit has `flags` (RevisitTouch),
  // the bytes before it have `joined`. So an array that is filled is one row.
  struct Touched {
    std::uint64_t begin = 0, end = 0;
    std::uint16_t thread = nobody;
    std::uint8_t flags = 0;
    std::uint8_t joined = 0;
    std::uint64_t unit = 1;
    std::uint8_t flagsAt(std::uint64_t address) const { return (address - begin + 1) % unit == 0 ? flags : joined; }
    friend bool operator==(const Touched&, const Touched&) = default;
  };
  struct Ended { // memory whose lifetime this thread ends
    std::uint64_t begin = 0, end = 0;
    std::uint16_t thread = nobody;
    friend bool operator==(const Ended&, const Ended&) = default;
  };
  struct Used { // an object; its destruction; the thread that uses it
    std::uint64_t address = 0;
    std::uint32_t destruction = 0; // ObjectOp
    std::uint16_t thread = nobody;
    friend bool operator==(const Used&, const Used&) = default;
  };
  struct Side { // a read-write lock that the thread tries to lock for reading, or may wait to lock for writing
    std::uint64_t address = 0;
    bool reads = false;
    std::uint16_t thread = nobody;
    friend bool operator==(const Side&, const Side&) = default;
  };

  std::vector<std::vector<unsigned>> threadPaths; // by thread; main's is empty
  std::vector<Touched> touched;                   // sorted, disjoint
  std::vector<Ended> ended;                       // sorted, disjoint
  std::vector<Used> used, handles;                // sorted by address
  std::vector<Side> sides;
  std::vector<RevisitObject> mortalObjects; // sorted by address

  // Whether both know threads that the other one does not know. Then a number means different threads, and so does an
  // address in the memory of a thread, because it follows from the number.
  bool contradicts(const MemoryKnowledge& other) const;
  // Adds what other runs have shown. Whether it changes the program: there are more threads, locations or mortal
  // objects than before, or larger locations. Requires that neither contradicts the other. O(both).
  bool join(const MemoryKnowledge& other);
};

} // namespace revisit
