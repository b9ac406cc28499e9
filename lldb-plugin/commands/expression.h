// From what a user calls a variable to bytes of the program's memory. Nothing of the program is run: expressions that
// would need to call a function fail.
// Thread rule: the debugger's command thread; the program stands or does not run.
#pragma once

#include "replay_session.h"

namespace revisit::commands {

struct NamedBytes {
  std::string name;
  ByteRange range;
};

// `text` is an expression in the selected frame, or over global variables when the program does not run; an address,
// then with the size that the execution's accesses there have, else 8; or a name as the witness writes it
// ("window+44"). Fails with BadUsage when it is none of these or has no place in memory.
Result<NamedBytes> bytesNamed(ReplaySession& session, const std::string& text);

} // namespace revisit::commands
