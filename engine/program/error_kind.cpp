#include "program/error_kind.h"

#include <cstddef>
#include <iterator>

namespace revisit {

const char* errorName(ErrorKind kind) {
  static constexpr const char* names[] = {
      "assertion",    "deadlock",      "livelock",         "race",           "use-after-free", "double-free",
      "invalid-free", "out-of-bounds", "null-dereference", "uninitialised",  "leak",           "unlock-not-owner",
      "lock-misuse",  "exception",     "signal",           "exit-status",    "arithmetic",     "does-not-end",
      "divergence",   "memory-misuse", "thread-misuse",    "missing-return", "stranded",       "closed-descriptor",
      "none"};
  static_assert(std::size(names) == static_cast<std::size_t>(ErrorKind::None) + 1);
  return names[static_cast<int>(kind)];
}

} // namespace revisit
