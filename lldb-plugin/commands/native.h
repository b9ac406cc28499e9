// The debugger's own commands during a replay: what is told and selected when they stop, and what must be done before
// they start. Users of the API resume without commands; for them the stop hook alone must do.
// Thread rule: the debugger's command thread; the stop hook's command may come on another while that one waits.
#pragma once

#include "answer.h"
#include "workspace.h"

namespace revisit::commands {

// Watches the debugger's commands that resume or start a program, and those that say why its threads stand. Once per
// debugger.
void watchNativeCommands(lldb::SBDebugger debugger);

// Makes every stop of the loaded program run `revisit status --at-stop`. Once per target.
void addStopHook(lldb::SBDebugger debugger, lldb::SBTarget target);
bool isStopHook(char** words);

// What a stop hook does: selects the user's frames, and says where the program stands when that is news.
Answer answerAtStop(Workspace& workspace, ReplaySession& session);

} // namespace revisit::commands
