// Describes how a replay deviated from its witness.
#pragma once

#include "abi/channel.h"
#include "query/timeline/timeline.h"

#include <lldb/API/LLDB.h>

namespace revisit {

// "replay diverged at 17: expected T2 R x, got T2 W y  main.c:31". `thread` is the one that deviated; it is stopped,
// and it may be invalid. Requires that `replay` reports a difference.
std::string divergenceText(const Timeline& timeline, const RevisitReplay& replay, lldb::SBTarget target,
                           lldb::SBThread thread);

} // namespace revisit
