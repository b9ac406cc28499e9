// For comparisons that do not tell capital letters from small ones. Stateless.
#pragma once

#include <algorithm>
#include <cctype>
#include <string>

namespace revisit {

// ASCII letters as small ones; other bytes stay.
inline std::string lowerCase(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

} // namespace revisit
