#include "litmus/registers.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit::litmus {
namespace {

constexpr unsigned wordBits = 64;
constexpr unsigned addressBits = 16; // a pointer's slot has the number of its location: see Number

} // namespace

std::vector<Slot> slotsOf(const Test& test, std::size_t thread) {
  std::vector<Slot> slots;
  unsigned word = 0, used = 0;
  for (const Item& item : test.items) {
    if (item.thread != thread)
      continue;
    const ValueType& type = test.typeOf(item);
    const unsigned bits = type.isPointer ? addressBits : type.bits;
    if (used + bits > wordBits) {
      word++;
      used = 0;
    }
    slots.push_back({item.index, word, used, bits});
    used += bits;
  }
  return slots;
}

unsigned wordsOf(std::span<const Slot> slots) {
  return slots.empty() ? 0 : slots.back().word + 1;
}

std::string wordName(std::size_t thread, unsigned word) {
  return fmt::format("P{}_registers_{}", thread, word);
}

Number valueIn(std::uint64_t word, const Slot& slot, const ValueType& type) {
  const std::uint64_t bits = word >> slot.shift;
  ValueType ofSlot = type;
  ofSlot.bits = slot.bits;
  return fitted(static_cast<Number>(bits), ofSlot);
}

} // namespace revisit::litmus
