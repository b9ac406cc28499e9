#include "base/replace_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace revisit {

namespace {

bool writeAll(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR)
      return false;
    if (written > 0)
      bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

} // namespace

std::error_code replaceFile(const std::string& path, std::string_view bytes, Durable durable) {
  const std::string unfinished = path + ".part";
  const int file = ::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  bool isWhole = file >= 0 && writeAll(file, bytes) && (durable == Durable::No || ::fsync(file) == 0);
  int error = errno;
  if (file >= 0)
    ::close(file);
  if (isWhole && std::rename(unfinished.c_str(), path.c_str()) != 0) {
    isWhole = false;
    error = errno;
  }
  if (isWhole)
    return {};
  if (file >= 0)
    ::unlink(unfinished.c_str());
  return {error, std::generic_category()};
}

} // namespace revisit
