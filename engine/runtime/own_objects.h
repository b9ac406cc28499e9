// What a thread knows of objects by its own doing: routines that have run once, objects it has destroyed, and objects it
// has initialised by a call. Memory of the first two can become a new object by a mere store (a static initialiser, a
// constructor), which is then told as the initialisation that it is. To initialise one of the third again is an error,
// unless the thread knows that the memory was used for something else: it stored there, freed it or began a new life of
// the variable.
// Thread rule: called by the thread that has the baton, during a run.
#pragma once

#include "runtime/state.h"

namespace revisit::runtime {

// The routine of this once object has run, as the calling thread saw: its further calls are no events.
void noteDone(std::uint64_t address);
bool knowsDone(std::uint64_t address);

// Performs the operation as `operate` does, and keeps in mind that the calling thread initialised, or destroyed, the
// object. `initialisation` is the operation that a store to its memory then stands for. O(objects kept).
int initialiseObject(std::uint64_t address, ObjectOp initialisation, std::uint64_t argument = 0);
int destroyObject(std::uint64_t address, ObjectOp destruction, ObjectOp initialisation, std::uint64_t argument = 0);

// The calling thread stored to this memory. O(1) but for addresses between those kept.
void noteObjectStore(std::uint64_t address, std::uint64_t bytes);
// The calling thread ended the life of this memory, or began it anew. O(objects kept).
void forgetObjects(std::uint64_t begin, std::uint64_t end);

} // namespace revisit::runtime
