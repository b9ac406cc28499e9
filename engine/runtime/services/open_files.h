// Opening files. Writes to a regular file go to a private copy that is dropped at the end of the run; files are never
// changed. Thread rule: called by the thread that has the baton, during a run.
#pragma once

namespace revisit::runtime {

// Like open: returns a descriptor, numbered separately for each thread; -1 with errno set on failure. `flags` are those
// of open.
int openPath(const char* path, int flags);

// A number for a descriptor, which no other one of this run has; negative when the thread has used up its numbers.
int newDescriptor();

// Whether the program has written to the file at this path.
bool isPrivateCopy(const char* path);

// Before a run: a descriptor that replaces a random device; -1 when the path is not such a device.
int openBeforeRun(const char* path);

} // namespace revisit::runtime
