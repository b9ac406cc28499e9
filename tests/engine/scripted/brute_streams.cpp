#include "brute_streams.h"

#include <algorithm>

namespace revisit::test {

namespace {

constexpr unsigned readable = 1, writable = 2, hasPage = 4, ended = 8, broken = 16;

bool isPut(ObjectOp operation) {
  return operation == ObjectOp::StreamPut || operation == ObjectOp::StreamTryPut;
}
bool isTake(ObjectOp operation) {
  return operation == ObjectOp::StreamTake || operation == ObjectOp::StreamTryTake;
}
bool isOnCounter(ObjectOp operation) {
  return operation >= ObjectOp::CounterPut && operation <= ObjectOp::CounterAwait;
}

} // namespace

std::uint64_t bitsOf(const StreamArgument& argument) {
  return argument.units + (argument.whole ? 1ull << 24 : 0) + (argument.keeps ? 1ull << 25 : 0) +
         (std::uint64_t{argument.capacity} << 41);
}

StreamArgument streamArgument(std::uint64_t bits) {
  return {static_cast<unsigned>(bits % (1 << 24)), static_cast<unsigned>(bits >> 41), (bits >> 24) % 2 != 0,
          (bits >> 25) % 2 != 0};
}

bool BruteStreams::covers(ObjectOp operation) {
  return operation >= ObjectOp::StreamPut && operation <= ObjectOp::CounterAwait;
}

// A page of these small streams is all of them.
unsigned BruteStreams::conditions(const Stream& stream, unsigned capacity) {
  unsigned found = 0;
  if (!stream.tokens.empty())
    found += readable;
  if (stream.tokens.size() < capacity)
    found += writable;
  if (stream.tokens.empty())
    found += hasPage;
  if (stream.noWriter)
    found += ended;
  if (stream.noReader)
    found += broken;
  return found;
}

bool BruteStreams::isEnabled(const Instruction& now) const {
  const StreamArgument argument = streamArgument(now.argument);
  if (isOnCounter(now.operation)) {
    const auto found = m_counters.find(now.object);
    const unsigned count = found == m_counters.end() ? 0 : found->second;
    if (now.operation == ObjectOp::CounterTake)
      return count != 0;
    if (now.operation == ObjectOp::CounterAwait)
      return ((argument.units & readable) != 0 && count != 0) || (argument.units & writable) != 0;
    return true;
  }
  const auto found = m_streams.find(now.object);
  const Stream stream = found == m_streams.end() ? Stream() : found->second;
  if (now.operation == ObjectOp::StreamTake)
    return !stream.tokens.empty() || stream.noWriter || stream.noReader;
  if (now.operation == ObjectOp::StreamAwait)
    return (conditions(stream, argument.capacity) & argument.units) != 0;
  if (now.operation == ObjectOp::StreamPut) {
    const std::size_t needed = stream.tokens.size() + (argument.whole ? argument.units : 1);
    return stream.noReader || stream.noWriter || needed <= argument.capacity;
  }
  return true;
}

std::uint64_t BruteStreams::onStream(const Instruction& now, Stream& stream) const {
  const StreamArgument argument = streamArgument(now.argument);
  if (isPut(now.operation)) {
    if (stream.noReader || stream.noWriter)
      return stream.writerClosed ? 9 : 32;
    const std::size_t room = argument.capacity - std::min<std::size_t>(argument.capacity, stream.tokens.size());
    if (room == 0 || (argument.whole && room < argument.units))
      return 11;
    unsigned done = 0;
    for (; done < argument.units && done < room; done++)
      stream.tokens.push_back(stream.next++);
    return done;
  }
  if (isTake(now.operation)) {
    if (stream.noReader)
      return 9;
    if (stream.tokens.empty() && !stream.noWriter)
      return 11;
    const auto count = std::min<std::size_t>(argument.units, stream.tokens.size());
    if (!argument.keeps)
      stream.tokens.erase(stream.tokens.begin(), stream.tokens.begin() + static_cast<std::ptrdiff_t>(count));
    return count;
  }
  if (now.operation == ObjectOp::StreamShut) {
    stream.noReader |= now.argument % 2 != 0;
    stream.noWriter |= now.argument / 2 % 2 != 0;
    stream.writerClosed |= now.argument / 2 % 2 != 0 && now.argument / 8 % 2 != 0;
    return stream.tokens.size();
  }
  if (now.operation == ObjectOp::StreamCount)
    return stream.tokens.size();
  return conditions(stream, argument.capacity) & argument.units;
}

std::uint64_t BruteStreams::step(const Instruction& now) {
  if (!isOnCounter(now.operation))
    return onStream(now, m_streams[now.object]);
  unsigned& count = m_counters[now.object];
  switch (now.operation) {
  case ObjectOp::CounterPut:
  case ObjectOp::CounterTryPut:
    count += static_cast<unsigned>(now.argument);
    return 0;
  case ObjectOp::CounterTake:
  case ObjectOp::CounterTryTake: {
    if (count == 0)
      return 11;
    const unsigned taken = now.argument != 0 ? 1 : count;
    count -= taken;
    return taken;
  }
  default:
    return ((count != 0 ? readable : 0u) + writable) & now.argument;
  }
}

} // namespace revisit::test
