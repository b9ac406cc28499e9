// The parts of a path: its folder and the name of the file. Pure functions.
#pragma once

#include <string>

namespace revisit {

// What comes after the last '/'; the whole path when there is none.
inline std::string fileName(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

// What comes before that, with the '/'; empty when there is none.
inline std::string folderOf(const std::string& path) {
  return path.substr(0, path.rfind('/') + 1);
}

} // namespace revisit
