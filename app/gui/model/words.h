// Command lines as people type them. Stateless.
#pragma once

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace revisit::gui {

// Words as a shell splits them: blanks separate, quotes and backslashes keep them together. Nothing when a quote is not
// closed.
std::optional<std::vector<std::string>> splitWords(const QString& text);
// The opposite.
QString joinWords(const std::vector<std::string>& words);

} // namespace revisit::gui
