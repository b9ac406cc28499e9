#include "prepare/standard_input.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace revisit {
namespace {

constexpr std::size_t most = 1 << 20; // bytes; each witness contains them

Result<std::string> readAll(int file, const std::string& name) {
  std::string text;
  char chunk[4096];
  for (;;) {
    const ssize_t count = read(file, chunk, sizeof chunk);
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return Error{ErrorCode::NotFound, name, fmt::format("it cannot be read: {}", std::strerror(errno))};
    if (count == 0)
      return text;
    text.append(chunk, static_cast<std::size_t>(count));
    if (text.size() > most)
      return Error{ErrorCode::Unsupported, name, "the program's standard input may have at most 1 MiB"};
  }
}

bool canBeReadAgain(int file) {
  struct stat own{}, null{};
  if (fstat(file, &own) != 0)
    return false;
  const bool isNull = stat("/dev/null", &null) == 0 && S_ISCHR(own.st_mode) && own.st_rdev == null.st_rdev;
  return S_ISREG(own.st_mode) || isNull;
}

} // namespace

Result<std::string> inputFrom(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return Error{ErrorCode::NotFound, path, fmt::format("this file cannot be read: {}", std::strerror(errno))};
  Result<std::string> text = readAll(file, path);
  close(file);
  return text;
}

Result<std::optional<std::string>> standardInput(const std::string& option) {
  if (option.empty() && !canBeReadAgain(STDIN_FILENO))
    return std::optional<std::string>();
  Result<std::string> text =
      option.empty() || option == "-" ? readAll(STDIN_FILENO, "standard input") : inputFrom(option);
  if (!text)
    return text.error();
  return std::optional(std::move(*text));
}

} // namespace revisit
