#include "response_file.h"

#include <cctype>
#include <fstream>
#include <iterator>

namespace revisit::instrument {

std::vector<std::string> splitArguments(const std::string& text) {
  std::vector<std::string> arguments;
  std::string current;
  bool inside = false; // inside an argument, possibly an empty quoted one
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '\\' && i + 1 < text.size() && quote != '\'') {
      current += text[++i];
      inside = true;
    } else if (quote) {
      if (c == quote)
        quote = 0;
      else
        current += c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      inside = true;
    } else if (std::isspace(static_cast<unsigned char>(c))) {
      if (inside)
        arguments.push_back(std::move(current));
      current.clear();
      inside = false;
    } else {
      current += c;
      inside = true;
    }
  }
  if (inside)
    arguments.push_back(std::move(current));
  return arguments;
}

namespace {
// Prevents endless recursion for a file that includes itself.
constexpr int MaximalDepth = 16;

void expandInto(std::vector<std::string>& result, std::vector<std::string> arguments, int depth) {
  for (auto& argument : arguments) {
    std::ifstream file;
    if (argument.size() > 1 && argument[0] == '@' && depth < MaximalDepth)
      file.open(argument.substr(1));
    if (!file.is_open()) {
      result.push_back(std::move(argument));
      continue;
    }
    std::string text(std::istreambuf_iterator<char>(file), {});
    expandInto(result, splitArguments(text), depth + 1);
  }
}
} // namespace

std::vector<std::string> expandResponseFiles(std::vector<std::string> arguments) {
  std::vector<std::string> result;
  expandInto(result, std::move(arguments), 0);
  return result;
}

} // namespace revisit::instrument
