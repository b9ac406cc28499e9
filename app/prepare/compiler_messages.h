// Parses a compiler's messages about source lines. Stateless.
#pragma once

#include "query/timeline/event_filter.h"

#include <string>
#include <vector>

namespace revisit {

struct CompilerMessage {
  SourceLine place;
  bool isError = false; // otherwise a warning or a note
  std::string text;     // "error: use of undeclared identifier 'x'"
  friend bool operator==(const CompilerMessage&, const CompilerMessage&) = default;
};

// The messages in Clang's output that have a position, "FILE:LINE:COLUMN: error: TEXT"; linker messages without one are
// left out. File names become absolute.
std::vector<CompilerMessage> compilerMessages(const std::string& output);

} // namespace revisit
