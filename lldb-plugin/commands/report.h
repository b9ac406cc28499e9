// Where the program stands, as every move answers it.
// Thread rule: the debugger's command thread.
#pragma once

#include "command.h"

namespace revisit::commands {

// The stop line, why the program stopped, and the selected frame with its source, as LLDB shows it. Fails when the
// replay has diverged: that must not be missed.
Result<Answer> stopReport(Workspace& workspace, ReplaySession& session, bool json);

// The same after a move; fails as it did.
Result<Answer> reportMove(Workspace& workspace, ReplaySession& session, const Status& moved, bool json);

// Why the program stands where the runtime stopped it: a breakpoint on events, the bug, an event, the end.
std::string replayReason(ReplaySession& session);

// The stop line, and why the program stopped where no event says it.
std::string placeReport(ReplaySession& session);

} // namespace revisit::commands
