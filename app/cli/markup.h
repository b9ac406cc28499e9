// Text inside XML and HTML. Pure functions.
#pragma once

#include <string>

namespace revisit::cli {

// &, <, >, " and ' as entities. Control characters other than tabs and line feeds are left out, and bytes that are no
// UTF-8 become U+FFFD.
std::string escapeMarkup(const std::string& text);

} // namespace revisit::cli
