// What standard output is written to, and how the user wants it.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace revisit::cli {

struct Terminal {
  std::size_t width = 80; // of a line
  bool isFitted = false;  // the width is a real one: of a terminal, or of the variable COLUMNS
  bool colours = false;
};

// --color=WHEN.
void addColourOption(CLI::App& command, std::string& when);
// `when`: auto, always or never. The variable NO_COLOR and a terminal that is dumb stand against auto.
Terminal standardOutput(const std::string& when);

} // namespace revisit::cli
