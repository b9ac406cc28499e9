// Unrecorded access to memory by address, and system calls that bypass the interposed functions.
#pragma once

#include "abi/channel.h"

#include <cstdint>
#include <cstring>
#include <sys/syscall.h>
#include <unistd.h>

namespace revisit::runtime {

inline std::uint64_t rawLoad(std::uint64_t address, std::uint32_t size) {
  std::uint64_t value = 0;
  __builtin_memcpy(&value, reinterpret_cast<const void*>(address), size < 8 ? size : 8);
  return value;
}

// Writes each byte once, and 1, 2, 4 or 8 bytes with one instruction, so that a watchpoint sees one write.
inline void rawCopy(void* to, const void* from, std::uint64_t bytes) {
  auto* target = static_cast<unsigned char*>(to);
  const auto* source = static_cast<const unsigned char*>(from);
  const auto move = [&]<class Word>(Word word) {
    __builtin_memcpy(&word, source, sizeof word);
    *reinterpret_cast<volatile Word __attribute__((aligned(1), may_alias))*>(target) = word;
    source += sizeof word;
    target += sizeof word;
    bytes -= sizeof word;
  };
  while (bytes >= 8)
    move(std::uint64_t{});
  if (bytes >= 4)
    move(std::uint32_t{});
  if (bytes >= 2)
    move(std::uint16_t{});
  if (bytes != 0)
    move(std::uint8_t{});
}

inline void rawStore(std::uint64_t address, std::uint64_t value, std::uint32_t size) {
  rawCopy(reinterpret_cast<void*>(address), &value, size < 8 ? size : 8);
}

// A system call that does not change the program's errno. Returns the kernel's result; an error is a small negative
// number.
inline long systemCall(long number, std::uint64_t a = 0, std::uint64_t b = 0, std::uint64_t c = 0, std::uint64_t d = 0,
                       std::uint64_t e = 0, std::uint64_t f = 0) {
  long result;
  register std::uint64_t fourth asm("r10") = d;
  register std::uint64_t fifth asm("r8") = e;
  register std::uint64_t sixth asm("r9") = f;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth), "r"(fifth), "r"(sixth)
               : "rcx", "r11", "memory");
  return result;
}
// The same for calls that leave nothing behind in the kernel. A process that performs several runs looks at all others:
// see nursery/system_calls.h.
long harmlessCall(long number, std::uint64_t a = 0, std::uint64_t b = 0, std::uint64_t c = 0, std::uint64_t d = 0,
                  std::uint64_t e = 0, std::uint64_t f = 0);
// The word at an address; 0 if the address is not mapped.
std::uint64_t wordIfMapped(std::uint64_t address);
template <class T> std::uint64_t word(T* pointer) {
  return reinterpret_cast<std::uint64_t>(pointer);
}

void futexWait(std::uint32_t* word, std::uint32_t value);
void futexWake(std::uint32_t* word);
// Changes the word and wakes the process that waits for that.
void ringBell(RevisitBell& bell, std::uint32_t value);
void blockSignals(std::uint64_t* before);
void setSignals(const std::uint64_t* mask);

// Whether the address space is limited (ulimit -v).
bool isAddressSpaceScarce();

} // namespace revisit::runtime
