// Reports the position of the program, as every move does. Thread rule: the debugger's command thread.
#pragma once

#include "command.h"

namespace revisit::commands {

// The stop line, the stop reason, and the selected frame with its source, as LLDB shows it. Fails when the replay has
// diverged, so that this is not overlooked.
Result<Answer> stopReport(Workspace& workspace, ReplaySession& session, bool json);

// The same after a move; fails with the move's error.
Result<Answer> reportMove(Workspace& workspace, ReplaySession& session, const Status& moved, bool json);

// The same after a move that may have led to another execution than `before`: then that one is named first, and how it
// ends.
Result<Answer> reportCrossing(Workspace& workspace, ReplaySession& session, std::size_t before, const Status& moved,
                              bool json);

// The reason of a stop by the runtime: a breakpoint on events, the bug, an event, the end.
std::string replayReason(ReplaySession& session);

// The stop line, and the stop reason unless the event says it.
std::string placeReport(ReplaySession& session);

} // namespace revisit::commands
