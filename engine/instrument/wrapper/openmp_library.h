// Whether OpenMP's library is there.
#pragma once

#include "command_line.h"

namespace revisit::instrument {

// Whether the link finds the library for which clang compiles OpenMP. Cost: starts the compiler.
bool findsOpenMpLibrary(const CommandLine& asked, const Toolchain& toolchain);

} // namespace revisit::instrument
