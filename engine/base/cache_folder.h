// Where files lie that can be made again.
#pragma once

#include <filesystem>

namespace revisit {

// $XDG_CACHE_HOME/revisit, or ~/.cache/revisit; without both a folder of this user among the temporary files. It may
// not exist, and may not be writable.
std::filesystem::path cacheFolder();

} // namespace revisit
