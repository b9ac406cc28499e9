// Watches the system calls of a run in a process that is to perform further runs. Memory can be put back; what a call
// changes in the kernel (descriptors, mappings, timers ...) cannot. So after any call that is not known to be harmless
// the process performs no further run. Linux reports the calls with SIGSYS (system call user dispatch). Thread rule:
// one thread.
#pragma once

#include "runtime/trace/state.h"

namespace revisit::runtime {

// Called once, before the first run. False when the kernel cannot do it.
bool prepareCallWatch();
// From here on calls are watched. Does nothing in a process that performs one run only.
void watchCalls();
void stopCallWatch();
// The calling thread is about to execute code that is not followed, called by the instrumented function with this
// stack. Until that function goes on, calls that would change anything outside of the process, or wait, are not
// performed but fail.
void guardCalls(std::uint64_t stack);
// The instrumented function with this stack goes on.
inline void endGuard(std::uint64_t stack) {
  if (Thread& self = me(); stack >= self.guardedFrom)
    self.guardedFrom = 0;
}
// This run may leave something behind that the memory does not show.
void spoilProcess();
bool isSpoilt();

} // namespace revisit::runtime
