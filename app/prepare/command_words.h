// Splits and joins command lines. Stateless.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace revisit {

// Splits a command line as a shell does: blanks separate words, quotes and backslashes keep them together. Nothing when
// a quote is not closed.
std::optional<std::vector<std::string>> splitWords(const std::string& text);
// The inverse of splitWords, also for a shell.
std::string joinWords(const std::vector<std::string>& words);

} // namespace revisit
