#include "exit_status.h"

#include <fmt/format.h>

#include <cstdio>

namespace revisit::cli {

int report(const Error& error) {
  fmt::print(stderr, "revisit: {}{}{}\n", error.where, error.where.empty() ? "" : ": ", error.what);
  return failed;
}

void warn(const std::string& text) {
  fmt::print(stderr, "revisit: warning: {}\n", text);
}

} // namespace revisit::cli
