// Text inside XML, HTML and Graphviz. Pure functions.
#pragma once

#include <string>

namespace revisit::cli {

// Replaces &, <, >, " and ' by entities. Control characters other than tabs and line feeds are removed, and bytes that
// are not UTF-8 become U+FFFD.
std::string escapeMarkup(const std::string& text);

// For a quoted string of Graphviz: escapes " and \ and removes control characters.
std::string escapeGraphviz(const std::string& text);

} // namespace revisit::cli
