// How a user's words meet the names of files and operations. Stateless.
#pragma once

#include <filesystem>
#include <string>

namespace revisit {

// Whether the path ends with `suffix`, compared by components: "main.c" and "src/main.c" match "/a/src/main.c", "ain.c"
// does not.
inline bool pathEndsWith(const std::string& path, const std::string& suffix) {
  const std::filesystem::path whole = std::filesystem::path(path).lexically_normal();
  const std::filesystem::path end = std::filesystem::path(suffix).lexically_normal();
  auto left = whole.end(), right = end.end();
  while (right != end.begin())
    if (left == whole.begin() || *--left != *--right)
      return false;
  return !end.empty();
}

// Whether `words` are all or some consecutive words of `text`: "lock" of "try lock", but not of "unlock".
inline bool hasWords(const std::string& text, const std::string& words) {
  return (" " + text + " ").find(" " + words + " ") != std::string::npos;
}

} // namespace revisit
