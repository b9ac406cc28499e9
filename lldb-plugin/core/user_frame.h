// Finds the user's own frame on a stack: not in the runtime, a library, or a system header. Thread rule: the process is
// stopped.
#pragma once

#include <lldb/API/LLDB.h>

#include <cstdint>
#include <optional>
#include <string>

namespace revisit {

// The innermost such frame. If there is none, the innermost frame in library code that is part of the program (a
// template in a header). Nothing when the thread has neither. Walks at most a few hundred frames.
std::optional<std::uint32_t> userFrame(lldb::SBThread thread);

// "/a/main.c:31", the position of that frame; empty when there is none.
std::string userLine(lldb::SBThread thread);

// Whether the frame's code belongs to the runtime, or to a library without source here.
bool isHiddenFrame(lldb::SBFrame frame);

} // namespace revisit
