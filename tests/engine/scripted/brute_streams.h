// Streams and counters for the brute force, written without the engine's state machines: each unit is a token.
#pragma once

#include "script.h"

#include <deque>
#include <map>

namespace revisit::test {

// The arguments of operations on streams in scripts.
struct StreamArgument {
  unsigned units = 0, capacity = 0;
  bool whole = false, keeps = false;
};
std::uint64_t bitsOf(const StreamArgument& argument);
StreamArgument streamArgument(std::uint64_t bits);

class BruteStreams {
public:
  static bool covers(ObjectOp operation);
  // Whether the operation can happen now.
  bool isEnabled(const Instruction& now) const;
  // The low byte of its result.
  std::uint64_t step(const Instruction& now);

private:
  struct Stream {
    std::deque<unsigned> tokens; // the number of each unit
    unsigned next = 0;
    bool noWriter = false, noReader = false, writerClosed = false;
  };
  std::uint64_t onStream(const Instruction& now, Stream& stream) const;
  static unsigned conditions(const Stream& stream, unsigned capacity);

  std::map<std::uint32_t, Stream> m_streams;
  std::map<std::uint32_t, unsigned> m_counters;
};

} // namespace revisit::test
