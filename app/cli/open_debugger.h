// The debugger with our plugin in it. Thread rule: one thread.
#pragma once

#include "session/witness.h"

namespace revisit::cli {

// Becomes lldb, with the plugin beside this executable loaded and the witness standing at its bug; `arguments` follow
// ours. Does not return when that works. Fails with NotFound when the program, lldb or the plugin is missing, and with
// BadFormat when the program is of another build.
Error openDebugger(const std::string& path, const Witness& witness, const std::vector<std::string>& arguments);

} // namespace revisit::cli
