// Files whose content is not the same each time they are read. Thread rule: called by the thread that has the baton.
#pragma once

#include <sys/stat.h>

namespace revisit::runtime {

enum class FileContent {
  Fixed,  // as far as anybody can say
  Random, // a device that gives random bytes
  Varying // what the system tells of itself, devices
};

// As stat, whatever the program is told: 0, or an error as a small negative number.
long statusOf(const char* path, struct stat& status);
FileContent contentOfFile(int file);

// A descriptor that gives bytes in place of a random device's: they depend on the thread and how often it has asked for
// randomness.
int openRandomness();
// From now on the descriptor gives random bytes, as one from openRandomness does.
void noteRandomness(int file);
bool isRandomness(int file);

} // namespace revisit::runtime
