#include "program/objects/streams.h"

#include <algorithm>

namespace revisit {

namespace {

using namespace object_result;

constexpr std::uint32_t pageUnits = 4096;

ObjectEffect done(const ObjectState& after, std::uint64_t result) {
  return {true, result, after, 1};
}

// The operation cannot do anything in this state.
ObjectEffect putOff(const ObjectState& state, ObjectOp operation) {
  return {rowOf(operation).refused != Refused::Waits, again, state, 1};
}

std::uint64_t countIn(const ObjectState& counter) {
  return std::uint64_t{counter.limit} << 32 | counter.count;
}
void setCount(ObjectState& counter, std::uint64_t number) {
  counter.count = static_cast<std::uint32_t>(number);
  counter.limit = static_cast<std::uint32_t>(number >> 32);
}

ObjectEffect addCount(ObjectState state, ObjectOp operation, std::uint64_t added) {
  const std::uint64_t before = countIn(state);
  if (added > maxCount - before)
    return putOff(state, operation);
  setCount(state, before + added);
  return done(state, StreamPart{0, 0, state.watched, false}.bits());
}

// `asSemaphore`: takes one; otherwise all.
ObjectEffect takeCount(ObjectState state, ObjectOp operation, bool asSemaphore) {
  const std::uint64_t before = countIn(state);
  if (before == 0)
    return putOff(state, operation);
  const std::uint64_t taken = asSemaphore ? 1 : before;
  setCount(state, before - taken);
  return done(state, StreamPart{0, 0, state.watched, false}.bits() | countBits(isCount(taken) ? taken : maxCount));
}

std::uint32_t roomIn(const ObjectState& stream, std::uint32_t capacity) {
  return stream.count >= capacity ? 0 : capacity - stream.count;
}

std::uint32_t conditionsOf(const ObjectState& stream, std::uint32_t capacity) {
  const std::uint32_t room = roomIn(stream, capacity);
  return (stream.count != 0 ? StreamReadable : 0u) | (room != 0 ? StreamWritable : 0u) |
         (room >= std::min(pageUnits, capacity) ? StreamHasPage : 0u) | (stream.writersGone ? StreamEnded : 0u) |
         (stream.readersGone ? StreamBroken : 0u) | (stream.limit >= capacity ? StreamTakenTo : 0u);
}

std::uint32_t conditionsOf(const ObjectState& counter) {
  const std::uint64_t number = countIn(counter);
  return (number != 0 ? StreamReadable : 0u) | (number != maxCount ? StreamWritable : 0u);
}

} // namespace

ObjectEffect putUnits(ObjectState state, ObjectOp operation, std::uint64_t argument) {
  if (kindOf(operation) == ObjectKind::Counter)
    return addCount(state, operation, countOf(argument));
  const StreamUse use = StreamUse::of(argument);
  if (state.readersGone || state.writersGone)
    return done(state, state.writersClosed ? badDescriptor : brokenPipe);
  const bool isAnywhere = use.isFrom || use.isBefore;
  const std::uint32_t room = isAnywhere ? use.units : roomIn(state, use.capacity);
  if ((use.isFrom && state.limit < use.capacity) || (use.isBefore && state.limit >= use.capacity) ||
      (use.units != 0 && (room == 0 || (use.isWhole && room < use.units))))
    return putOff(state, operation);
  const StreamPart part = {state.limit + state.count, std::min(room, use.units), state.watched, state.count == 0};
  state.count += part.units;
  return done(state, part.bits());
}

ObjectEffect takeUnits(ObjectState state, ObjectOp operation, std::uint64_t argument) {
  if (kindOf(operation) == ObjectKind::Counter)
    return takeCount(state, operation, argument != 0);
  const StreamUse use = StreamUse::of(argument);
  if (state.readersGone)
    return done(state, badDescriptor);
  if (state.count == 0 && !state.writersGone)
    return putOff(state, operation);
  const StreamPart part = {state.limit, std::min(state.count, use.units), state.watched, false};
  if (!use.keeps) {
    state.count -= part.units;
    state.limit += part.units;
  }
  return done(state, part.bits());
}

ObjectEffect lookFor(const ObjectState& state, ObjectOp operation, std::uint64_t argument) {
  const StreamUse use = StreamUse::of(argument);
  const std::uint32_t holds =
      kindOf(operation) == ObjectKind::Counter ? conditionsOf(state) : conditionsOf(state, use.capacity);
  const std::uint32_t found = holds & use.units;
  return {found != 0 || rowOf(operation).refused != Refused::Waits, found, state, 1};
}

ObjectEffect shutStream(ObjectState state, std::uint64_t argument) {
  state.readersGone |= (argument & StreamReaders) != 0;
  state.writersGone |= (argument & StreamWriters) != 0;
  state.writersClosed |= (argument & StreamWriters) != 0 && (argument & StreamCloses) != 0;
  return done(state, StreamPart{0, state.count, state.watched, false}.bits());
}

ObjectEffect watchStream(ObjectState state) {
  state.watched = true;
  return done(state, StreamPart{0, 0, true, false}.bits());
}

} // namespace revisit
