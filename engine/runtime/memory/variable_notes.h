// Which bytes of the threads' stacks and of the program's globals belong to no living variable: the red zones between
// variables, and variables whose function has returned or whose scope has ended. One note for every eight bytes. Thread
// rule: called by the thread that has the baton, during a run.
#pragma once

#include "runtime/life/lifetimes.h"

namespace revisit::runtime {

// A note on eight bytes: all of them may be used, the first 1 to 7, or none, with the reason.
enum class Note : std::uint8_t { Open = 0, RedZone = 0x80, Returned = 0x81, OutOfScope = 0x82 };

// The first bytes of a red zone on a stack: they identify the variable before it. A program that stays within its
// variables never writes there.
struct RedZoneLabel {
  std::uint64_t mark;
  const char* name; // null when the variable has no name in the source
  std::uint64_t begin;
  std::uint64_t bytes;
};

// Where the notes for a part of a thread's stack lie, and how many bytes they have.
std::uint64_t stackNotesOf(std::uint64_t stackAddress);
std::uint64_t stackNotesBytes(std::uint64_t stackBytes);

// A variable on the running thread's stack begins: the bytes after it, up to `room` bytes from its begin, become a red
// zone. Closed: its scope has not begun. Does nothing on a stack that the program created itself.
void openLocal(std::uint64_t begin, std::uint64_t bytes, std::uint64_t room, const char* name, bool isOpen);
void closeLocal(std::uint64_t begin, std::uint64_t bytes, Note why);
bool isLocalOpen(std::uint64_t begin);
// The bounds of a closed variable on the running thread's stack, including the unusable bytes around it.
Extent closedAround(std::uint64_t begin, std::uint64_t bytes);
// Ends the thread if its stack, down to this address, would be full without the red zones. Usually O(1).
void requireStack(std::uint64_t stack);
// Sets the note for all bytes between two addresses of the running thread's stack.
void noteStack(std::uint64_t begin, std::uint64_t end, Note note);

// The global variables of an instrumented module that have red zones, in the layout of the pass's table.
struct GlobalVariable {
  std::uint64_t begin;
  std::uint64_t bytes;
  std::uint64_t room; // including its red zone
  const char* name;
};
void takeGlobals(const GlobalVariable* table, std::uint64_t count);
// Creates the notes for all tables that were registered. Called once, before the first run.
void noteGlobals();

// The message for an access outside a variable, or outside an array inside one; valid until the next call.
const char* outsideOf(const char* name, std::uint64_t address, std::uint64_t begin, std::uint64_t bytes);

// Ends the thread with an error if the program accesses memory that is not a block or a living variable, or that
// belongs to Revisit. For the stack of another thread only red zones are checked: whether a variable there still lives
// is observed by the access itself. Memory of a file may be one that `writes` must not access.
void requireValid(std::uint64_t address, std::uint64_t bytes, bool writes = false);

} // namespace revisit::runtime
