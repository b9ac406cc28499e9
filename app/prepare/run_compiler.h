// Runs programs, above all the compiler wrappers next to this executable. Thread rule: any thread (it starts processes
// and waits for them).
#pragma once

#include "base/result.h"

#include <string>
#include <vector>

namespace revisit {

// The wrapper for C++, or for C.
std::string compilerPath(bool isCxx);

// Runs the command, found in $PATH unless it is a path, and appends what it prints to `output`. The exit status, or the
// negative number of the signal that ended it. Fails with NotFound when it cannot be started.
Result<int> runProgram(const std::vector<std::string>& command, std::string& output);

// The same with a compiler, and appends what it prints to `output`. Fails with NotFound, or with CompileFailed when it
// ends with another exit status than 0.
Status runCompiler(const std::vector<std::string>& command, std::string& output);

} // namespace revisit
