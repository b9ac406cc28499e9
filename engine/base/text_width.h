// Widths of text in terminal columns. Counts characters, not bytes: continuation bytes of UTF-8 have no width.
#pragma once

#include <algorithm>
#include <string>

namespace revisit {

inline std::size_t textWidth(const std::string& text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

// Appends blanks until the line is `width` wide.
inline void padTo(std::string& line, std::size_t width) {
  if (const std::size_t now = textWidth(line); now < width)
    line.append(width - now, ' ');
}

} // namespace revisit
