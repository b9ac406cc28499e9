#include "exit_status.h"

#include "base/error_text.h"

#include <fmt/format.h>

#include <cstdio>

namespace revisit::cli {

int report(const Error& error) {
  fmt::print(stderr, "revisit: {}\n", errorText(error));
  return failed;
}

void warn(const std::string& text) {
  fmt::print(stderr, "revisit: warning: {}\n", text);
}

} // namespace revisit::cli
