// What rank 0 sends to its helpers before they begin: the program, and how it is explored. Thread rule: plain values.
#pragma once

#include "check/check.h"

#include <string>
#include <string_view>
#include <vector>

namespace revisit {

struct Subject {
  std::string tool;                     // fingerprintOfTool() of rank 0
  std::string program;                  // the bytes of the executable
  std::vector<std::string> environment; // of rank 0: what the program sees
  std::string folder;                   // rank 0's current folder
  CheckOptions check;                   // as far as a worker that explores pieces needs it
  ExploreOptions explore;               // likewise
  double secondsLeft = 0;               // until the bound on time; 0: no bound
  double patience = 0;                  // seconds of silence after which another rank counts as lost
};

// Of options that can be shared. Fails with NotFound if the program cannot be read.
Result<Subject> subjectOf(const CheckOptions& check, const ExploreOptions& explore);

std::string bytesOf(const Subject& subject);
// Fails with BadFormat when the bytes are not of that kind.
Result<Subject> subjectFrom(std::string_view bytes);

// Equal for two processes of the same build of the tool on systems with the same libraries. Others would not do the
// same with the same piece. Cost: reads these files.
std::string fingerprintOfTool();

// All of a file; empty if it cannot be read.
std::string fileBytes(const std::string& path);

} // namespace revisit
