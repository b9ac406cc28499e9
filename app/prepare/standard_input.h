// The standard input of the explored program: the same in every run and in each replay.
#pragma once

#include "base/result.h"

#include <optional>
#include <string>

namespace revisit {

// The bytes of a file. Fails with NotFound, or Unsupported above 1 MiB.
Result<std::string> inputFrom(const std::string& path);

// The bytes of the file; for "-" all of our own standard input; for an empty option our own standard input if it is a
// file or /dev/null. None when it could not be read again: a terminal or a pipe. Fails with NotFound, or with
// Unsupported above 1 MiB.
Result<std::optional<std::string>> standardInput(const std::string& option);

} // namespace revisit
