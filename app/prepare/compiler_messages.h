// Parses what a compiler and a linker print. Stateless.
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

// The messages that have a position: Clang's "FILE:LINE:COLUMN: error: TEXT", and of LLD the first use of each
// undefined symbol. File names become absolute.
std::vector<CompilerMessage> compilerMessages(const std::string& output);
// What LLD finds undefined, each once.
std::vector<std::string> undefinedSymbols(const std::string& output);
// Without the sequences that colour a terminal.
std::string withoutColours(const std::string& output);

} // namespace revisit
