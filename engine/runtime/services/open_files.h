// Opening what is really there, for reading. Files are never changed; those that the program writes are the machine's.
// Thread rule: called by the thread that has the baton, during a run.
#pragma once

namespace revisit::runtime {

// Like open: returns a descriptor, numbered separately for each thread; -1 with errno set on failure. `flags` are those
// of open.
int openPath(const char* path, int flags);
// The same for a path in memory of the runtime, whatever the program has changed.
int openReal(const char* path, int flags);

// A number for a descriptor, which no other one of this run has; negative when the thread has used up its numbers.
int newDescriptor();

// Before a call that asks what is really there: ends the thread if the program has changed files, of which the system
// knows nothing.
void requireUnchanged(const char* call);

// Before a run: a descriptor that replaces a random device; -1 when the path is not such a device.
int openBeforeRun(const char* path);

} // namespace revisit::runtime
