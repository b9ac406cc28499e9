#include "editor_command.h"

#include "command_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <string_view>

namespace revisit {
namespace {

// Editors with windows, and how they are told a line.
struct Editor {
  std::string_view name, arguments;
};
constexpr std::array<Editor, 13> editors = {{{"code", "--goto {file}:{line}"},
                                             {"codium", "--goto {file}:{line}"},
                                             {"gvim", "+{line} {file}"},
                                             {"emacs", "+{line} {file}"},
                                             {"emacsclient", "-n +{line} {file}"},
                                             {"gedit", "+{line} {file}"},
                                             {"gnome-text-editor", "+{line} {file}"},
                                             {"kate", "--line {line} {file}"},
                                             {"kwrite", "--line {line} {file}"},
                                             {"qtcreator", "-client {file}:{line}"},
                                             {"clion", "--line {line} {file}"},
                                             {"subl", "{file}:{line}"},
                                             {"zed", "{file}:{line}"}}};

void replaceAll(std::string& text, std::string_view what, const std::string& with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
    text.replace(at, what.size(), with);
}

// Empty: none is set, or one that needs a terminal.
std::string fromEnvironment() {
  for (const char* name : {"VISUAL", "EDITOR"}) {
    const char* value = std::getenv(name);
    const auto words = splitWords(value ? value : "").value_or(std::vector<std::string>());
    if (words.empty())
      continue;
    const std::string program = std::filesystem::path(words.front()).filename().string();
    const auto editor = std::ranges::find(editors, program, &Editor::name);
    if (editor != editors.end())
      return fmt::format("{} {}", joinWords(words), editor->arguments);
  }
  return {};
}

} // namespace

std::vector<std::string> editorCommand(const std::string& given, const SourceLine& line) {
  const std::string chosen = given.empty() ? fromEnvironment() : given;
  auto words = splitWords(chosen.empty() ? "xdg-open {file}" : chosen).value_or(std::vector<std::string>());
  if (!words.empty() &&
      std::ranges::none_of(words, [](const std::string& word) { return word.find("{file}") != std::string::npos; }))
    words.emplace_back("{file}");
  for (std::string& word : words) {
    replaceAll(word, "{line}", std::to_string(line.line));
    replaceAll(word, "{file}", line.file);
  }
  return words;
}

} // namespace revisit
