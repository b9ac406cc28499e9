// How threads and the process end.
// Thread rule: called by the thread that has the baton.
#pragma once

#include "runtime/state.h"

namespace revisit::runtime {

// exit() and main's return: handlers and static destructors on the calling thread, then EXIT; the thread stops.
// `frame`: the lowest frame whose variables are alive then.
[[noreturn]] void endProcess(int status, const void* frame);
// The thread's function returned: its destructors, then THREAD_END; others may join.
[[noreturn]] void endThread(void* result);
// The run is over: flush what was printed and leave the child.
[[noreturn]] void leaveProcess();
// Makes an uncaught exception an error of its thread, if the program has the C++ library.
void watchExceptions();

} // namespace revisit::runtime
