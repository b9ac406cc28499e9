#include "compiler_messages.h"

#include <filesystem>
#include <regex>
#include <sstream>

namespace revisit {

std::vector<CompilerMessage> compilerMessages(const std::string& output) {
  static const std::regex form(R"(^(.+?):(\d{1,9}):(\d+): ((?:fatal )?error|warning|note): (.*)$)");
  std::vector<CompilerMessage> messages;
  std::istringstream lines(output);
  std::smatch match;
  for (std::string line; std::getline(lines, line);) {
    if (!std::regex_match(line, match, form))
      continue;
    const std::string file = std::filesystem::absolute(match[1].str()).lexically_normal().string();
    const std::string severity = match[4];
    messages.push_back({{file, static_cast<unsigned>(std::stoul(match[2]))},
                        severity.ends_with("error"),
                        severity + ": " + match[5].str()});
  }
  return messages;
}

} // namespace revisit
