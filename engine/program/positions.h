// Selects the call site to show from a chain.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace revisit {

inline bool isSystemFile(const std::string& file) {
  return file.empty() || file.starts_with("/usr/include/") || file.starts_with("/usr/lib") || file.starts_with("/lib");
}

// Whether this position is inside a library's code. The chain is innermost first.
template <class Position> bool isLibraryCode(const std::vector<Position>& chain) {
  return !chain.empty() && isSystemFile(chain.front().file);
}

// Whether the program's innermost call goes to the machine around it (engine/library/c/machine): one to the system, as
// the program sees it.
template <class Position> bool isMachineCode(const std::vector<Position>& chain) {
  const auto own =
      std::find_if(chain.begin(), chain.end(), [](const auto& place) { return !isSystemFile(place.file); });
  return own != chain.begin() && (own - 1)->file.find("/revisit/c/machine/") != std::string::npos;
}

// The innermost call site outside system headers, or the innermost one if there is none; null when the chain is empty.
// The chain is innermost first; its elements have a `file` and a `line`. A position without a line belongs to code that
// the compiler added, such as a call of std::terminate: then its caller is shown.
template <class Position> const Position* shownPosition(const std::vector<Position>& chain) {
  const auto own = std::find_if(chain.begin(), chain.end(),
                                [](const auto& place) { return place.line != 0 && !isSystemFile(place.file); });
  return own != chain.end() ? &*own : chain.empty() ? nullptr : &chain.front();
}

} // namespace revisit
