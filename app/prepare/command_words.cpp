#include "command_words.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

namespace revisit {
namespace {

// Whether a shell takes the word as it is.
bool isPlain(const std::string& word) {
  constexpr std::string_view others = "_-+=./,:@%";
  return !word.empty() && std::ranges::all_of(word, [&](unsigned char c) {
    return std::isalnum(c) != 0 || c >= 0x80 || others.find(static_cast<char>(c)) != std::string_view::npos;
  });
}

} // namespace

std::optional<std::vector<std::string>> splitWords(const std::string& text) {
  std::vector<std::string> words;
  std::optional<std::string> word;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); i++) {
    const char c = text[i];
    if (quote == 0 && std::isspace(static_cast<unsigned char>(c)) != 0) {
      if (word)
        words.push_back(*std::exchange(word, std::nullopt));
      continue;
    }
    if (!word)
      word.emplace();
    if (c == '\\' && quote != '\'') {
      if (++i == text.size())
        return std::nullopt;
      *word += text[i];
    } else if (quote != 0 && c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
    } else {
      *word += c;
    }
  }
  if (quote != 0)
    return std::nullopt;
  if (word)
    words.push_back(*word);
  return words;
}

std::string joinWords(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += text.empty() ? "" : " ";
    if (isPlain(word)) {
      text += word;
      continue;
    }
    text += '\'';
    for (const char c : word)
      text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    text += '\'';
  }
  return text;
}

} // namespace revisit
