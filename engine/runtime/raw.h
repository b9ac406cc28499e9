// Plain memory by address, and system calls that go around the interposed functions.
#pragma once

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

inline void rawStore(std::uint64_t address, std::uint64_t value, std::uint32_t size) {
  __builtin_memcpy(reinterpret_cast<void*>(address), &value, size < 8 ? size : 8);
}

void futexWait(std::uint32_t* word, std::uint32_t value);
void futexWake(std::uint32_t* word);
void blockSignals(std::uint64_t* before);
void setSignals(const std::uint64_t* mask);

} // namespace revisit::runtime
