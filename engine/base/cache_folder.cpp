#include "base/cache_folder.h"

#include <unistd.h>

#include <cstdlib>
#include <string>

namespace revisit {

namespace fs = std::filesystem;

fs::path cacheFolder() {
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache && *cache == '/')
    return fs::path(cache) / "revisit";
  if (const char* home = std::getenv("HOME"); home && *home == '/')
    return fs::path(home) / ".cache" / "revisit";
  std::error_code code;
  const fs::path folder = fs::temp_directory_path(code);
  return (code ? fs::path("/tmp") : folder) / ("revisit-" + std::to_string(getuid()));
}

} // namespace revisit
