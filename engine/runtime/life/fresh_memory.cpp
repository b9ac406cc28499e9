#include "runtime/life/fresh_memory.h"

#include "base/mixing.h"
#include "runtime/trace/raw.h"

#include <algorithm>
#include <iterator>

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

// Words outside of the heap that hold copies of uninitialised bytes, and which of their bytes do.
struct CopyNote {
  std::uint64_t word;
  std::uint8_t bytes;
};
CopyNote g_copies[256];
std::uint32_t g_copiesUsed = 0;

CopyNote* copyAt(std::uint64_t address) {
  for (std::uint32_t i = 0; i < g_copiesUsed; i++)
    if (g_copies[i].word == address / 8)
      return &g_copies[i];
  return nullptr;
}

void forgetCopy(std::uint64_t address) {
  CopyNote* const note = copyAt(address);
  if (note == nullptr)
    return;
  note->bytes &= static_cast<std::uint8_t>(~bitOf(address));
  if (note->bytes == 0)
    *note = g_copies[--g_copiesUsed];
}

bool noteCopy(std::uint64_t address) {
  CopyNote* note = copyAt(address);
  if (note == nullptr && g_copiesUsed == std::size(g_copies))
    return false;
  if (note == nullptr)
    *(note = &g_copies[g_copiesUsed++]) = {address / 8, 0};
  note->bytes |= bitOf(address);
  return true;
}

bool isFreshByte(std::uint64_t address, bool inHeap) {
  if (byteAt(address) != REVISIT_FRESH_BYTE)
    return false;
  if (inHeap)
    return (noteOf(address) & bitOf(address)) == 0;
  const CopyNote* const note = copyAt(address);
  return note != nullptr && (note->bytes & bitOf(address)) != 0;
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
  if (!startsFresh(address)) {
    for (std::uint64_t at = address; at < address + size && g_copiesUsed != 0; at++)
      forgetCopy(at);
    return;
  }
  for (std::uint64_t at = address; at < address + size; at++)
    if (byteAt(at) == REVISIT_FRESH_BYTE)
      noteOf(at) |= bitOf(at);
}

std::uint8_t freshBytes(std::uint64_t address, std::uint64_t size) {
  std::uint8_t which = 0;
  const bool inHeap = startsFresh(address);
  if (!inHeap && g_copiesUsed == 0)
    return which;
  for (std::uint64_t i = 0; i < size; i++)
    which |= static_cast<std::uint8_t>(isFreshByte(address + i, inHeap) ? 1u << i : 0u);
  return which;
}

bool noteFreshBytes(std::uint64_t address, std::uint8_t which) {
  const bool inHeap = which != 0 && startsFresh(address);
  bool hasRoom = true;
  for (std::uint64_t i = 0; i < 8 && which != 0; i++) {
    if ((which >> i & 1) == 0)
      continue;
    if (inHeap)
      forget(address + i);
    else
      hasRoom &= noteCopy(address + i);
  }
  return hasRoom;
}

bool isFresh(std::uint64_t address, std::uint64_t size) {
  const bool inHeap = startsFresh(address);
  if (!inHeap && g_copiesUsed == 0)
    return false;
  for (std::uint64_t at = address; at < address + size; at++)
    if (!isFreshByte(at, inHeap))
      return false;
  return true;
}

bool hasCopies() {
  return g_copiesUsed != 0;
}

std::uint64_t copiesHash(std::uint32_t slot) {
  constexpr std::uint64_t stacksEnd = REVISIT_STACK_ADDRESS + REVISIT_MAX_THREADS * REVISIT_STACK_STRIDE;
  std::uint64_t sum = 0;
  for (std::uint32_t i = 0; i < g_copiesUsed; i++) {
    const std::uint64_t address = g_copies[i].word * 8;
    const bool isOnStack = address >= REVISIT_STACK_ADDRESS && address < stacksEnd;
    if (!isOnStack || (address - REVISIT_STACK_ADDRESS) / REVISIT_STACK_STRIDE == slot)
      sum += mixed(address << 8 | g_copies[i].bytes);
  }
  return sum;
}

} // namespace revisit::runtime
