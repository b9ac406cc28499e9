// Which bytes of the threads' stacks and of the program's globals hold no variable that lives: the red zones between
// variables, and variables whose function has returned or whose scope has ended. One note for every eight bytes.
// Thread rule: called by the thread that has the baton, during a run.
#pragma once

#include "runtime/lifetimes.h"

namespace revisit::runtime {

// Of eight bytes: all of them may be used, the first 1 to 7, or none, and why.
enum class Note : std::uint8_t { Open = 0, RedZone = 0x80, Returned = 0x81, OutOfScope = 0x82 };

// The first bytes of a red zone on a stack: which variable it follows. A program that keeps to its variables never
// writes there.
struct RedZoneLabel {
  std::uint64_t mark;
  const char* name; // null when the source has none
  std::uint64_t begin;
  std::uint64_t bytes;
};

// Gives the stack of a thread its notes. False when there is no address space for them.
bool mapStackNotes(Thread& thread);

// A variable of the running thread's stack begins: what is behind it, up to `room` bytes from its begin, becomes a red
// zone. Closed: its scope has not begun. Nothing happens on a stack that the program has made itself.
void openLocal(std::uint64_t begin, std::uint64_t bytes, std::uint64_t room, const char* name, bool isOpen);
void closeLocal(std::uint64_t begin, std::uint64_t bytes, Note why);
bool isLocalOpen(std::uint64_t begin);
// The bounds of what may not be used around a variable of the running thread's stack that was closed, and of it.
Extent closedAround(std::uint64_t begin, std::uint64_t bytes);
// Ends the thread when its stack, down to this address, would be full without the red zones. O(1), mostly.
void requireStack(std::uint64_t stack);
// The same for whatever lies between two addresses of the running thread's stack.
void noteStack(std::uint64_t begin, std::uint64_t end, Note note);

// The variables of a program's module that red zones follow, as the pass lays the table out.
struct GlobalVariable {
  std::uint64_t begin;
  std::uint64_t bytes;
  std::uint64_t room; // with its red zone
  const char* name;
};
void takeGlobals(const GlobalVariable* table, std::uint64_t count);
// Makes the notes of all tables that were taken. Once, before the first run.
void noteGlobals();

// The words for an access outside a variable, or an array in one; good until the next.
const char* outsideOf(const char* name, std::uint64_t address, std::uint64_t begin, std::uint64_t bytes);

// An access by the program to memory that is no block, no living variable, or Revisit's own ends the thread with an
// error. What it says of a stack of another thread's is only whether the bytes are a red zone: whether a variable there
// still lives, the access observes.
void requireValid(std::uint64_t address, std::uint64_t bytes);

} // namespace revisit::runtime
