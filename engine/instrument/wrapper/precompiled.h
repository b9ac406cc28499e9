// Precompiled headers of the C++ library, so that a source that includes <thread> compiles in a third of the time.
//
// One header is precompiled, for each combination of options. It is used where the source includes this header among
// the first, so no name becomes visible that would not be. It was made by the same compiler with the same options from
// headers that have not changed, a header of the user cannot take the place of one that it has, and the headers do not
// use a name that the user defines with -D; otherwise it is not used. It is looked for beside our libraries and then in
// the user's cache. It is put there when it is missed a second time. Several processes may do this at once: files
// appear by renaming. What does not compile with one is compiled without it, so that neither an error of the compiler
// nor a header that changes in between makes a difference.
#pragma once

#include "command_line.h"

#include <string>

namespace revisit::instrument {

// The precompiled header for this command line, which exists; empty if there is none that fits. Cost: looks at each
// file that went into it; the time of a compilation if it is made.
std::string findPrecompiled(const CommandLine& asked, const Toolchain& toolchain);

// Puts the precompiled header for this command line into the folder, unless it is there. False if it cannot be made, or
// no precompiled header fits.
bool makePrecompiled(const CommandLine& asked, const Toolchain& toolchain, const std::string& folder);

} // namespace revisit::instrument
