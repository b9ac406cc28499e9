// The threads of a replayed program and their stacks, as values. Stateless. Thread rule: the replay's thread; the
// program is stopped.
#pragma once

#include "debugged/replay_snapshot.h"

#include <lldb/API/LLDB.h>

namespace revisit {

class ReplaySession;

// In the debugger's order, without frames of the runtime and the system, and without frames deeper than a few hundred.
std::vector<ReplayThread> readThreads(ReplaySession& session);

// The debugger's selected frame; nothing while the program does not run.
std::optional<ReplayPlace> selectedPlace(ReplaySession& session);

// A text that identifies a frame at every stop until its function returns: thread, depth, function.
std::string framePath(ReplaySession& session, lldb::SBThread thread, lldb::SBFrame frame);

} // namespace revisit
