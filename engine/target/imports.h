// Whether a program's code can tell which one of several threads runs it, as far as its file shows: it imports nothing
// but functions that do the same for every thread, and has no thread-local variables.
#pragma once

#include <string>

namespace revisit {

// Reads the file once. True also where the file cannot be read.
bool mayTellThreadsApart(const std::string& program);

} // namespace revisit
