// Files whose content differs from one reading to the next. Thread rule: called by the thread that has the baton.
#pragma once

#include <sys/stat.h>

namespace revisit::runtime {

enum class FileContent {
  Fixed,  // as far as can be known
  Random, // a device that yields random bytes
  Varying // information about the system, and devices
};

// Like stat, independent of what the program is told: 0, or an error as a small negative number.
long statusOf(const char* path, struct stat& status);
FileContent contentOfFile(int file);
// Whether the path, which has this status, is a file or folder with constant content.
bool isOrdinary(const char* path, const struct stat& status);

// A descriptor that replaces a random device: its bytes depend on the thread and on the number of its requests for
// randomness.
int openRandomness();
// From now on the descriptor yields random bytes, like one from openRandomness.
void noteRandomness(int file);
bool isRandomness(int file);

} // namespace revisit::runtime
