// What a compiler said about source lines. Knows no Qt. Stateless.
#pragma once

#include "session/event_filter.h"

#include <string>
#include <vector>

namespace revisit::gui {

struct CompilerMessage {
  SourceLine place;
  bool isError = false; // else a warning or a note
  std::string text;     // "error: use of undeclared identifier 'x'"
  friend bool operator==(const CompilerMessage&, const CompilerMessage&) = default;
};

// Those of Clang's output that name a place, "FILE:LINE:COLUMN: error: TEXT", and the linker's without one are left
// out. Files are made absolute.
std::vector<CompilerMessage> compilerMessages(const std::string& output);

} // namespace revisit::gui
