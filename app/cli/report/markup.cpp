#include "markup.h"

#include <algorithm>
#include <cstddef>

namespace revisit::cli {
namespace {

// The length in bytes of the UTF-8 character at `at`; 0 when it is invalid.
std::size_t lengthAt(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  const std::size_t length = first < 0x80                     ? 1
                             : first >= 0xC2 && first < 0xE0  ? 2
                             : (first & 0xF0) == 0xE0         ? 3
                             : first >= 0xF0 && first <= 0xF4 ? 4
                                                              : 0;
  if (length == 0 || at + length > text.size())
    return 0;
  for (std::size_t i = 1; i < length; i++)
    if ((byte(at + i) & 0xC0) != 0x80)
      return 0;
  return length;
}

} // namespace

std::string escapeMarkup(const std::string& text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = lengthAt(text, at);
    const char c = text[at];
    if (length == 0)
      result += "\xEF\xBF\xBD";
    else if (length > 1)
      result += text.substr(at, length);
    else if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '"')
      result += "&quot;";
    else if (c == '\'')
      result += "&#39;";
    else if (static_cast<unsigned char>(c) >= ' ' || c == '\t' || c == '\n')
      result += c;
    at += std::max<std::size_t>(length, 1);
  }
  return result;
}

std::string escapeGraphviz(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\')
      result += {'\\', c};
    else if (static_cast<unsigned char>(c) >= ' ')
      result += c;
  }
  return result;
}

} // namespace revisit::cli
