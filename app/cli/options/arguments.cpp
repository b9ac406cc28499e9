#include "arguments.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace revisit::cli {
namespace {

using namespace std::string_view_literals;

// The value is the rest of the word, or the next word.
constexpr std::array joinedOrSeparate = {"-D"sv, "-U"sv, "-I"sv, "-L"sv, "-l"sv};
constexpr std::array separate = {"-isystem"sv, "-iquote"sv, "-include"sv, "-Xlinker"sv};
constexpr std::array joined = {"-std="sv, "-stdlib="sv, "-W"sv, "-O"sv, "-f"sv, "-g"sv, "-m"sv};
constexpr std::array plain = {"-pthread"sv, "-ansi"sv, "-pedantic"sv, "-w"sv, "-static"sv, "-rdynamic"sv};

bool isOneOf(const auto& names, std::string_view word) {
  return std::find(names.begin(), names.end(), word) != names.end();
}

bool beginsWithOneOf(const auto& names, std::string_view word) {
  return std::any_of(names.begin(), names.end(), [&](std::string_view name) { return word.starts_with(name); });
}

} // namespace

Result<Arguments> splitArguments(const std::vector<std::string>& words) {
  Arguments result;
  for (std::size_t i = 0; i < words.size(); i++) {
    const std::string& word = words[i];
    if (word == "--") {
      result.program.assign(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words.end());
      break;
    }
    if (isOneOf(joinedOrSeparate, word) || isOneOf(separate, word)) {
      if (i + 1 == words.size() || words[i + 1] == "--")
        return Error{ErrorCode::BadUsage, word, "this compiler option needs a value after it"};
      result.compiler.push_back(word);
      result.compiler.push_back(words[++i]);
    } else if (isOneOf(plain, word) || beginsWithOneOf(joinedOrSeparate, word) || beginsWithOneOf(joined, word)) {
      result.compiler.push_back(word);
    } else {
      result.own.push_back(word);
    }
  }
  return result;
}

} // namespace revisit::cli
