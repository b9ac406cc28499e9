// Which of a chain of call sites to show (DESIGN section 3, rule 8).
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace revisit {

inline bool isSystemFile(const std::string& file) {
  return file.empty() || file.starts_with("/usr/include/") || file.starts_with("/usr/lib") || file.starts_with("/lib");
}

// Whether this place is inside a library's code. The chain is innermost first.
template <class Position> bool isLibraryCode(const std::vector<Position>& chain) {
  return !chain.empty() && isSystemFile(chain.front().file);
}

// The innermost call site outside system headers, else the innermost; null when the chain is empty. The chain is
// innermost first; its elements have a `file` and a `line`. A place without a line is code that the compiler added,
// such as the call of std::terminate: its caller is shown.
template <class Position> const Position* shownPosition(const std::vector<Position>& chain) {
  const auto own = std::find_if(chain.begin(), chain.end(),
                                [](const auto& place) { return place.line != 0 && !isSystemFile(place.file); });
  return own != chain.end() ? &*own : chain.empty() ? nullptr : &chain.front();
}

} // namespace revisit
