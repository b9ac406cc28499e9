// Opening files. What is written to a regular file goes to a private copy that the run drops; files are never changed.
// Thread rule: called by the thread that has the baton, during a run.
#pragma once

namespace revisit::runtime {

// As open: a descriptor, which has a number of the thread's own; -1 with errno when there is none. `flags` are open's.
int openPath(const char* path, int flags);

// Whether the program has written to the file at this path.
bool isPrivateCopy(const char* path);

// Before a run: a descriptor in place of a random device; -1 when the path is none.
int openBeforeRun(const char* path);

} // namespace revisit::runtime
