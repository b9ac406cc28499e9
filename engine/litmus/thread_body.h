// Reads the body of a thread, which is C code. Stateless.
#pragma once

#include "litmus/cursor.h"

namespace revisit::litmus {

// Reads from '{' to the '}' that belongs to it, and fills in the thread's registers, body and places. The registers are
// the variables that the body declares, at whatever depth: they have to outlive their blocks, so each declaration
// becomes an assignment. Everything else stays where it is, line by line and column by column. Fails on what a body
// cannot have. Requires that the parameters are known.
void takeBody(Cursor& cursor, Thread& thread);

} // namespace revisit::litmus
