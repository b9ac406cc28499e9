// What a thread knows about objects through its own actions: routines that have run once, objects that it destroyed,
// and objects that it initialised by a call. In the first two cases the memory can become a new object by a plain store
// (a static initialiser, a constructor); that is then recorded as an initialisation. Initialising an object of the
// third kind again is an error, unless the thread knows that the memory was used for something else: it stored there,
// freed it or began a new lifetime of the variable. Thread rule: called by the thread that has the baton, during a run.
#pragma once

#include "runtime/trace/state.h"

namespace revisit::runtime {

// The calling thread saw that the routine of this once object has run: its further calls are not events.
void noteDone(std::uint64_t address);
bool knowsDone(std::uint64_t address);

// Performs the operation like `operate`, and remembers that the calling thread initialised, or destroyed, the object.
// `initialisation` is the operation that a later store to its memory stands for. O(objects kept).
int initialiseObject(std::uint64_t address, ObjectOp initialisation, std::uint64_t argument = 0);
int destroyObject(std::uint64_t address, ObjectOp destruction, ObjectOp initialisation, std::uint64_t argument = 0);

// The calling thread stored to this memory. O(1), except for addresses in the range of those kept.
void noteObjectStore(std::uint64_t address, std::uint64_t bytes);
// The calling thread ended the lifetime of this memory, or began a new one. O(objects kept).
void forgetObjects(std::uint64_t begin, std::uint64_t end);

} // namespace revisit::runtime
