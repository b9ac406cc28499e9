// Finds the runtime library of an instrumented program. Stateless.
#pragma once

#include <string>

namespace revisit {

inline constexpr const char* runtimeLibrary = "librevisit-runtime.so";

// The runtime that the program will load according to its search path; empty when there is none. Maps the file.
std::string runtimeOf(const std::string& program);

} // namespace revisit
