// The properties of standard output, and the user's choice of colours.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace revisit::cli {

struct Terminal {
  std::size_t width = 80; // of a line
  bool isFitted = false;  // the width is known: from a terminal or the variable COLUMNS
  bool colours = false;
};

// --color=WHEN.
void addColourOption(CLI::App& command, std::string& when);
// `when`: auto, always or never. With auto, the variable NO_COLOR or a dumb terminal disables colours.
Terminal standardOutput(const std::string& when);

// Help whose descriptions are wrapped at the width of standard output, where that is known. The names of flags are
// without the values that they set.
class FittedHelp : public CLI::Formatter {
public:
  std::string make_option_name(const CLI::Option* option, bool isPositional) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
};

} // namespace revisit::cli
