// Starts the debugger with our plugin. Thread rule: one thread.
#pragma once

#include "witness/witness.h"

namespace revisit::cli {

// Replaces this process by lldb, with the plugin loaded and the witness stopped at its bug; `arguments` follow our own.
// Does not return on success. Fails with NotFound when the program, lldb or the plugin is missing, and with BadFormat
// when the program is a different build.
Error openDebugger(const std::string& path, const Witness& witness, const std::vector<std::string>& arguments);

} // namespace revisit::cli
