// What a copy of a process has of threads that it does not have. Of a process with several threads, fork copies one.
// What the copy finds depends on what the others did before, so the thread that makes the copy looks at it: at all
// memory and objects that some run has shown to be shared and to be used by a copy. It does so in one atomic section,
// because fork is one step of the process. Thread rule: called by the thread that has the baton, during a run.
#pragma once

#include "program/label.h"

#include <cstdint>

namespace revisit::runtime {

// The calling thread begins to make a copy of its process, in a step of its own where other threads may be there.
void beginCopy();
// It looks at what the copy gets. Then what other threads hold in that memory is held for ever in the copy, by an
// operation of the calling thread.
void copyShared(unsigned copy);
// The copy is made.
void endCopy();
// At the start of a copy: its thread brings the objects in its memory to the states that they have in the process that
// was copied.
void restoreObjectsOfCopy();

// The calling thread, of a copy, is about to use this memory of its own (`isPiece`: as a part of more), or this object.
void noteInherited(std::uint64_t address, std::uint64_t bytes, bool isPiece);
void noteInherited(std::uint64_t object, ObjectOp operation);

// Reports a lock that the calling thread waits for if its owner is not in its process. For a thread that is blocked on
// it at the end of a run.
void tellMissingOwner(std::uint64_t object);

} // namespace revisit::runtime
