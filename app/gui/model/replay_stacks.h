// The threads of a replay's program with their stacks, as values. Stateless.
// Thread rule: the replay's thread; the program stands.
#pragma once

#include "replay_snapshot.h"

#include <lldb/API/LLDB.h>

namespace revisit {
class ReplaySession;
}

namespace revisit::gui {

// In the debugger's order; the runtime's and the system's frames are left out, and what lies deeper than a few hundred.
std::vector<ReplayThread> readThreads(ReplaySession& session);

// What the debugger has selected; nothing while the program does not run.
std::optional<ReplayPlace> selectedPlace(ReplaySession& session);

// The same for a frame at every stop, while its function is not left: thread, depth, function.
std::string framePath(ReplaySession& session, lldb::SBThread thread, lldb::SBFrame frame);

} // namespace revisit::gui
