#include "runtime/memory/fresh_memory.h"

#include "runtime/trace/raw.h"

#include <algorithm>

namespace revisit::runtime {

namespace {

std::uint8_t& noteOf(std::uint64_t address) {
  const std::uint64_t offset = offsetInArena(address);
  return *reinterpret_cast<std::uint8_t*>(address - offset + freshNotes + offset / 8);
}

std::uint8_t bitOf(std::uint64_t address) {
  return static_cast<std::uint8_t>(1u << (address % 8));
}

std::uint8_t byteAt(std::uint64_t address) {
  return *reinterpret_cast<const std::uint8_t*>(address);
}

bool isFreshByte(std::uint64_t address) {
  return byteAt(address) == REVISIT_FRESH_BYTE && (noteOf(address) & bitOf(address)) == 0;
}

void forget(std::uint64_t address) {
  noteOf(address) &= static_cast<std::uint8_t>(~bitOf(address));
}

} // namespace

bool startsFresh(std::uint64_t address) {
  return revisit::startsFresh(*g_runtime.channel, address);
}

bool holdsFresh(std::uint64_t address, std::uint64_t size) {
  constexpr std::uint64_t all = 0x0101010101010101ull * REVISIT_FRESH_BYTE;
  for (std::uint64_t at = 0; at < size; at += sizeof all) {
    const auto piece = static_cast<std::uint32_t>(std::min<std::uint64_t>(sizeof all, size - at));
    const std::uint64_t expected = piece == sizeof all ? all : all & ((1ull << 8 * piece) - 1);
    if (rawLoad(address + at, piece) != expected)
      return false;
  }
  return true;
}

void makeFresh(std::uint64_t begin, std::uint64_t end) {
  __builtin_memset(reinterpret_cast<void*>(begin), REVISIT_FRESH_BYTE, end - begin);
  for (; begin < end && begin % 8 != 0; begin++)
    forget(begin);
  if (end - begin >= 8)
    __builtin_memset(&noteOf(begin), 0, (end - begin) / 8);
  for (begin += (end - begin) / 8 * 8; begin < end; begin++)
    forget(begin);
}

void noteStored(std::uint64_t address, std::uint64_t size) {
  if (!startsFresh(address))
    return;
  for (std::uint64_t at = address; at < address + size; at++)
    if (byteAt(at) == REVISIT_FRESH_BYTE)
      noteOf(at) |= bitOf(at);
}

std::uint8_t freshBytes(std::uint64_t address, std::uint64_t size) {
  std::uint8_t which = 0;
  if (!startsFresh(address))
    return which;
  for (std::uint64_t i = 0; i < size; i++)
    which |= static_cast<std::uint8_t>(isFreshByte(address + i) ? 1u << i : 0u);
  return which;
}

void noteFreshBytes(std::uint64_t address, std::uint8_t which) {
  if (which == 0 || !startsFresh(address))
    return;
  for (std::uint64_t i = 0; i < 8; i++)
    if ((which >> i & 1) != 0)
      forget(address + i);
}

bool isFresh(std::uint64_t address, std::uint64_t size) {
  if (!startsFresh(address))
    return false;
  for (std::uint64_t at = address; at < address + size; at++)
    if (!isFreshByte(at))
      return false;
  return true;
}

} // namespace revisit::runtime
