#include "runtime/life/uninitialised_copies.h"

#include "abi/hooks.h"
#include "runtime/life/fresh_memory.h"
#include "runtime/life/lifetimes.h"
#include "runtime/life/observed_life.h"
#include "runtime/schedule/carrier.h"
#include "runtime/schedule/thread.h"
#include "runtime/trace/recorder.h"

#include <iterator>
#include <utility>

namespace revisit::runtime {

void failUninitialised(std::uint64_t address) {
  const bool isOthersVariable = inStacks(address) && !isOwned(address);
  fail(ErrorKind::Uninitialised,
       isOthersVariable ? "a read of a local variable of another thread that nothing was stored to"
                        : "a read of memory that nothing was stored to since it was allocated",
       address);
}

void failCopied(std::uint32_t number) {
  failUninitialised(me().uninitialised[number >> 16]);
}

std::uint32_t noteCopiedFrom(std::uint64_t address) {
  Thread& self = me();
  const std::uint32_t place = self.uninitialisedReads++ % std::size(self.uninitialised);
  self.uninitialised[place] = address;
  return REVISIT_ORDER_UNINITIALISED | place << 16;
}

void noteCopiedTo(std::uint64_t address, std::uint64_t size, std::uint32_t number, const RevisitRange* location,
                  bool wasBlank) {
  if (location == nullptr) {
    if (!noteFreshBytes(address, static_cast<std::uint8_t>((1u << size) - 1)))
      failCopied(number);
    return;
  }
  if (!startsFresh(address))
    failCopied(number);
  if (wasBlank || (address == location->begin && address + size == location->end))
    lifeOf(*location) = LocationLife::Begun;
}

void passCopy(std::uint64_t function, std::uint32_t index, std::uint32_t number) {
  PassedCopies& passed = me().passed;
  if (passed.to != function)
    passed.which = 0; // left over
  passed.to = function;
  passed.which |= 1u << index;
  passed.numbers[index] = number;
}

std::uint32_t takePassed(std::uint64_t function, std::uint32_t index, bool isLast) {
  PassedCopies& passed = me().passed;
  if (passed.which == 0 || passed.to != function)
    return 0;
  const std::uint32_t number = (passed.which >> index & 1) != 0 ? passed.numbers[index] : 0;
  if (isLast)
    passed.which = 0;
  return number;
}

void failIfLeft(std::uint64_t function) {
  const PassedCopies& passed = me().passed;
  if (passed.which != 0 && passed.to == function)
    failCopied(passed.numbers[__builtin_ctz(passed.which)]);
}

void passBack(std::uint64_t function, std::uint32_t number) {
  PassedCopies& passed = me().passed;
  if (number != 0 || passed.from == function)
    passed.result = number;
  if (number != 0)
    passed.from = function;
}

std::uint32_t takeResult(std::uint64_t function) {
  PassedCopies& passed = me().passed;
  return passed.result != 0 && passed.from == function ? std::exchange(passed.result, 0) : 0;
}

} // namespace revisit::runtime
