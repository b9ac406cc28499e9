// Text for terminals: colours and line widths. Pure functions.
#pragma once

#include "base/text_width.h"

#include <string>
#include <string_view>
#include <vector>

namespace revisit {

enum class Paint : unsigned char { Bold, Dim, Red, Green, Yellow, Blue, Magenta, Cyan, BoldRed };

// The text between ECMA-48 escape sequences; empty text stays empty.
inline std::string painted(const std::string& text, Paint paint) {
  constexpr std::string_view codes[] = {"1", "2", "31", "32", "33", "34", "35", "36", "1;31"};
  if (text.empty())
    return text;
  return "\033[" + std::string(codes[static_cast<std::size_t>(paint)]) + 'm' + text + "\033[0m";
}

// The number of bytes of the first `width` characters.
inline std::size_t bytesOf(const std::string& text, std::size_t width) {
  std::size_t bytes = 0;
  for (std::size_t characters = 0; bytes < text.size(); bytes++)
    if ((static_cast<unsigned char>(text[bytes]) & 0xC0) != 0x80 && characters++ == width)
      break;
  return bytes;
}

// The text itself if it fits, otherwise its beginning and its end with "..." between them. Requires a width of at least
// 5.
inline std::string shortened(const std::string& text, std::size_t width) {
  const std::size_t whole = textWidth(text);
  if (whole <= width)
    return text;
  const std::size_t end = (width - 3) / 2, start = width - 3 - end;
  return text.substr(0, bytesOf(text, start)) + "..." + text.substr(bytesOf(text, whole - end));
}

// The lines of a text, without their line feeds.
inline std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

// Breaks lines that are wider than `width` between words. The continuation is indented by `indent` more than its line.
// Words that are too long stay whole. 0: no line is broken.
inline std::string wrapped(const std::string& text, std::size_t width, std::size_t indent) {
  if (width == 0)
    return text;
  std::string result;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t feed = std::min(text.find('\n', begin), text.size());
    std::string line = text.substr(begin, feed - begin);
    const std::size_t own = std::min(line.find_first_not_of(' '), line.size());
    const std::string start(own + indent, ' ');
    for (std::size_t least = own; textWidth(line) > width; least = start.size()) {
      std::size_t blank = line.rfind(' ', bytesOf(line, width));
      if (blank == std::string::npos || blank <= least)
        blank = line.find(' ', least + 1);
      if (blank == std::string::npos)
        break;
      result += line.substr(0, blank) + '\n';
      line = start + line.substr(blank + 1);
    }
    result += line;
    if (feed < text.size())
      result += '\n';
    begin = feed + 1;
  }
  return result;
}

} // namespace revisit
