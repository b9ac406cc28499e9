// std::align, which is compiled into libc++: the bounds that it changes belong to the program.
#include <cstdint>
#include <memory>

namespace std {
inline namespace __1 {

void* align(size_t alignment, size_t bytes, void*& start, size_t& room) {
  const auto from = reinterpret_cast<uintptr_t>(start);
  const uintptr_t at = (from + alignment - 1) & ~(uintptr_t(alignment) - 1);
  if (bytes > room || at - from > room - bytes)
    return nullptr;
  room -= at - from;
  start = reinterpret_cast<void*>(at);
  return start;
}

} // namespace __1
} // namespace std
