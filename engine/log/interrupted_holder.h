// A handler of a signal that waits for a lock which the code that it interrupted holds. Stateless.
#pragma once

#include "explore/findings/findings.h"
#include "program/program_names.h"
#include "witness/witness.h"

namespace revisit {

// "the handler onSignal of SIGTERM waits for m, which the code that it interrupted holds": of a thread that waits at
// the end for what it holds itself. Empty: no handler runs there. O(events of the thread).
std::string handlerThatWaits(const ExecutionGraph& graph, const ProgramNames& names, const Waiting& waiting,
                             const Awaited& what);

} // namespace revisit
