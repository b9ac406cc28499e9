// Splits and joins command lines. Stateless.
#pragma once

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace revisit::gui {

// Splits a command line as a shell does: blanks separate words, quotes and backslashes keep them together. Nothing when
// a quote is not closed.
std::optional<std::vector<std::string>> splitWords(const QString& text);
// The inverse of splitWords.
QString joinWords(const std::vector<std::string>& words);

} // namespace revisit::gui
