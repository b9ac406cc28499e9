// A command of the debugger whose answer nobody wants.
#pragma once

#include <lldb/API/LLDB.h>

#include <string>

namespace revisit {

// `context` is what it is done to, whatever is selected: inside a command of ours the selection is that of its
// beginning.
inline void runCommand(lldb::SBDebugger debugger, lldb::SBExecutionContext context, const std::string& command) {
  lldb::SBCommandReturnObject result;
  debugger.GetCommandInterpreter().HandleCommand(command.c_str(), context, result);
}

} // namespace revisit
