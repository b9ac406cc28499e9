// Converts a user's text for a variable to a range of the program's memory. No code of the program is run: expressions
// that call a function fail. Thread rule: the debugger's command thread; the program is stopped or does not run.
#pragma once

#include "replay_session.h"

namespace revisit::commands {

struct NamedBytes {
  std::string name;
  ByteRange range;
};

// `text` is an expression in the selected frame (over global variables when the program does not run), or an address
// (its size is that of the execution's accesses there, otherwise 8), or a name as in the witness ("window+44"). Fails
// with BadUsage when it is none of these or is not in memory.
Result<NamedBytes> bytesNamed(ReplaySession& session, const std::string& text);

} // namespace revisit::commands
