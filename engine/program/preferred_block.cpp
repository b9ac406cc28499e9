#include "program/objects/objects.h"

namespace revisit {

std::uint32_t preferredBlock(std::uint32_t free, unsigned offered) {
  const auto isFree = [&](unsigned place) { return (free >> place % offered & 1) != 0; };
  unsigned longest = 0;
  std::uint32_t first = 0;
  for (unsigned begin = 0; begin < offered; begin++) {
    unsigned length = 0;
    while (length < offered && isFree(begin + length))
      length++;
    if (length > longest) {
      longest = length;
      first = begin + 1;
    }
  }
  return first;
}

} // namespace revisit
