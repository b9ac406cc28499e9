#include "compiler_messages.h"

#include <algorithm>
#include <filesystem>
#include <regex>
#include <sstream>

namespace revisit {
namespace {

constexpr std::string_view undefined = "error: undefined symbol: ";

SourceLine placeOf(const std::string& file, const std::string& line) {
  return {std::filesystem::absolute(file).lexically_normal().string(), static_cast<unsigned>(std::stoul(line))};
}

// The symbol that a line of LLD names; empty: none.
std::string undefinedIn(const std::string& line) {
  const std::size_t at = line.find(undefined);
  return at == std::string::npos ? std::string() : line.substr(at + undefined.size());
}

} // namespace

std::vector<CompilerMessage> compilerMessages(const std::string& output) {
  static const std::regex form(R"(^(.+?):(\d{1,9}):(\d+): ((?:fatal )?error|warning|note): (.*)$)");
  static const std::regex use(R"(^>>> referenced by [^ ]+:\d{1,9} \((.+):(\d{1,9})\)$)");
  std::vector<CompilerMessage> messages;
  std::istringstream lines(output);
  std::smatch match;
  std::string symbol; // whose first use follows
  for (std::string line; std::getline(lines, line);) {
    if (const std::string named = undefinedIn(line); !named.empty()) {
      symbol = named;
    } else if (!symbol.empty() && std::regex_match(line, match, use)) {
      messages.push_back({placeOf(match[1], match[2]), true, "error: nothing defines " + symbol});
      symbol.clear();
    } else if (std::regex_match(line, match, form)) {
      const std::string severity = match[4];
      messages.push_back({placeOf(match[1], match[2]), severity.ends_with("error"), severity + ": " + match[5].str()});
    }
  }
  return messages;
}

std::vector<std::string> undefinedSymbols(const std::string& output) {
  std::vector<std::string> symbols;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);)
    if (std::string symbol = undefinedIn(line); !symbol.empty() && std::ranges::find(symbols, symbol) == symbols.end())
      symbols.push_back(std::move(symbol));
  return symbols;
}

std::string withoutColours(const std::string& output) {
  static const std::regex sequence("\x1b\\[[0-9;]*[A-Za-z]");
  return std::regex_replace(output, sequence, "");
}

} // namespace revisit
