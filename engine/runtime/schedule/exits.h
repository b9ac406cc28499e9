// How threads and the process end.
// Thread rule: called by the thread that has the baton.
#pragma once

#include "runtime/trace/state.h"

namespace revisit::runtime {

// exit() and main's return: runs handlers and static destructors on the calling thread, records EXIT and stops the
// thread. `frame`: the lowest frame whose variables are alive then.
[[noreturn]] void endProcess(int status, const void* frame);
// The thread's function returned: runs its destructors and records THREAD_END. Other threads can join it then.
[[noreturn]] void endThread(void* result);
// The run is over: flushes the output and exits from the child.
[[noreturn]] void leaveProcess();
// Turns an uncaught exception into an error of its thread, if the program has the C++ library.
void watchExceptions();

// A copy of a process has its handlers.
void copyExitHandlers(unsigned from, unsigned to);

} // namespace revisit::runtime
