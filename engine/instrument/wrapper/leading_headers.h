// The system headers that a source includes before anything else.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace revisit::instrument {

// The names of the headers of the C++ library, the C library and POSIX that the text includes before anything but
// comments: what stands before them cannot change them, and they can be included in any order. Ends at the first
// directive of another kind, at the first other header, and wherever the text is not plain.
std::vector<std::string> leadingHeaders(std::string_view text);

} // namespace revisit::instrument
