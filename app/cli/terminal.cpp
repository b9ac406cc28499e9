#include "terminal.h"

#include "base/terminal_text.h"
#include "cli/options/exploration_options.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace revisit::cli {
namespace {

constexpr std::size_t narrowest = 40;

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

std::optional<std::size_t> widthOfVariable() {
  const std::string_view text = variable("COLUMNS");
  std::size_t width = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), width);
  const bool isNumber = error == std::errc() && end == text.data() + text.size();
  return isNumber && width > 0 ? std::optional(width) : std::nullopt;
}

std::optional<std::size_t> widthOfTerminal() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return std::nullopt;
  return size.ws_col;
}

} // namespace

void addColourOption(CLI::App& command, std::string& when) {
  command.add_option("--color", when, "colours: auto, always or never; auto respects the variable NO_COLOR")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str()
      ->group(outputGroup);
}

Terminal standardOutput(const std::string& when) {
  Terminal terminal;
  std::optional<std::size_t> width = widthOfVariable();
  if (!width)
    width = widthOfTerminal();
  terminal.isFitted = width.has_value();
  terminal.width = std::max(narrowest, width.value_or(terminal.width));
  terminal.colours = when == "always" || (when == "auto" && isatty(STDOUT_FILENO) && variable("NO_COLOR").empty() &&
                                          variable("TERM") != "dumb");
  return terminal;
}

std::string FittedHelp::make_option_name(const CLI::Option* option, bool isPositional) const {
  std::string names = CLI::Formatter::make_option_name(option, isPositional);
  for (std::size_t begin = 0; (begin = names.find('{')) != std::string::npos;)
    names.erase(begin, names.find('}', begin) - begin + 1);
  return names;
}

std::string FittedHelp::make_option_desc(const CLI::Option* option) const {
  const std::string text = CLI::Formatter::make_option_desc(option);
  const Terminal terminal = standardOutput("never");
  const std::size_t names = get_column_width();
  return terminal.isFitted && terminal.width > names + narrowest / 2 ? wrapped(text, terminal.width - names, 0) : text;
}

} // namespace revisit::cli
