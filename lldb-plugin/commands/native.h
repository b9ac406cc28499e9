// LLDB's own commands during a replay: what is reported and selected when they stop, and what must be done before they
// start. Users of LLDB's API resume without commands; then only the stop hook acts. Thread rule: the debugger's command
// thread; the stop hook's command may run on another thread while that one waits.
#pragma once

#include "answer.h"
#include "workspace.h"

namespace revisit::commands {

// Watches LLDB's commands that resume or start a program, and those that show why threads stopped. Once per debugger.
void watchNativeCommands(lldb::SBDebugger debugger);

// Makes every stop of the loaded program run `revisit status --at-stop`. Once per target.
void addStopHook(lldb::SBDebugger debugger, lldb::SBTarget target);
bool isStopHook(char** words);

// The action of the stop hook: selects the user's frames and, if the stop is new, reports the position.
Answer answerAtStop(Workspace& workspace, ReplaySession& session);

} // namespace revisit::commands
