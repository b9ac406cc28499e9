// Runs a debugger command and ignores its result.
#pragma once

#include <lldb/API/LLDB.h>

#include <string>

namespace revisit {

// `context` is what the command applies to, whatever is selected: inside one of our commands the selection is the one
// from its beginning.
inline void runCommand(lldb::SBDebugger debugger, lldb::SBExecutionContext context, const std::string& command) {
  lldb::SBCommandReturnObject result;
  debugger.GetCommandInterpreter().HandleCommand(command.c_str(), context, result);
}

} // namespace revisit
