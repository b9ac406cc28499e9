// Where the runtime of an instrumented program lies. Stateless.
#pragma once

#include <string>

namespace revisit {

inline constexpr const char* runtimeLibrary = "librevisit-runtime.so";

// The runtime that the program will load, by the search path written in it; empty when there is none. Maps the file.
std::string runtimeOf(const std::string& program);

} // namespace revisit
