// Formats Markdown tables as columns of text. Pure functions.
#pragma once

#include <string>
#include <vector>

namespace revisit::cli {

// `rows` are the lines of a table in the form "| cell | cell |"; the second is the rule below the headings. Cells are
// wrapped so that no line is longer than `width`, unless a single word is.
std::string tableText(const std::vector<std::string>& rows, std::size_t width);

} // namespace revisit::cli
