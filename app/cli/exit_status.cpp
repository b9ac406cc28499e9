#include "exit_status.h"

#include "base/error_text.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>

namespace revisit::cli {

int finishOutput(int status) {
  errno = 0;
  std::cout.flush();
  std::fflush(stdout);
  if (std::cout && std::ferror(stdout) == 0)
    return status;
  report({ErrorCode::NotFound, "standard output",
          errno == 0 ? std::string("not everything could be written; is the disk full?")
                     : fmt::format("not everything could be written: {}", std::strerror(errno))});
  return status == bugFound ? bugFound : failed;
}

int report(const Error& error) {
  fmt::print(stderr, "revisit: {}\n", errorText(error));
  return failed;
}

void warn(const std::string& text) {
  fmt::print(stderr, "revisit: warning: {}\n", text);
}

} // namespace revisit::cli
