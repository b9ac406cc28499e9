// Files that tell of the system and of the process: their content is made up, and is the same on every machine and in
// every run. Thread rule: called by the program's threads; during a run only by the one that has the baton.
#pragma once

#include <cstddef>
#include <sys/stat.h>

namespace revisit::runtime {

// The path that stands for this one: that of /proc/self for the process's own number. A text that lasts.
const char* pathInstead(const char* path);

// S_IFREG, S_IFDIR or S_IFLNK, if what stands at the path is made up; otherwise 0.
mode_t madeUpKind(const char* path);
struct stat madeUpStatus(const char* path, mode_t kind);

// Writes the content of a file or link: its bytes. At most `room` are written.
std::size_t madeUpContent(const char* path, char* to, std::size_t room);
constexpr std::size_t madeUpBytes = 8192; // of one content at most

} // namespace revisit::runtime
