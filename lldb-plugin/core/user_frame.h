// Which frame of a stack is the user's own: not the runtime's, not a library's, not in a system header.
// Thread rule: the process stands.
#pragma once

#include <lldb/API/LLDB.h>

#include <cstdint>
#include <optional>
#include <string>

namespace revisit {

// The innermost such frame; in library code that is part of the program (a template in a header), when nobody of the
// user's called it, the innermost of that; nothing when the thread has neither (any more). Walks at most a few hundred
// frames.
std::optional<std::uint32_t> userFrame(lldb::SBThread thread);

// "/a/main.c:31", the line of that frame; empty when there is none.
std::string userLine(lldb::SBThread thread);

// Whether the frame's code is the runtime's, or a library's that has no source here.
bool isHiddenFrame(lldb::SBFrame frame);

} // namespace revisit
