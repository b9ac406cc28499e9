// What the program that is explored reads as its standard input: the same in every run, and in each replay.
#pragma once

#include "base/result.h"

#include <optional>
#include <string>

namespace revisit {

// The bytes of a file. Fails with NotFound, or Unsupported above 1 MiB.
Result<std::string> inputFrom(const std::string& path);

// The bytes of the file; "-": of our own standard input, to its end; empty: of our own standard input when that is a
// file or /dev/null. None when there is nothing that could be read again: a terminal, a pipe. Fails with NotFound, or
// Unsupported above 1 MiB.
Result<std::optional<std::string>> standardInput(const std::string& option);

} // namespace revisit
