// How a thread of the program is executed: by a fiber when exploring, by an OS thread under a debugger. In both cases
// user code runs on the same stack with the same thread-local block, so that addresses are the same. Thread rule:
// called by the thread that has the baton.
#pragma once

#include "runtime/trace/state.h"

namespace revisit::runtime {

// Creates the thread-local block of a slot at a fixed place. The zygote does this for every known slot, so that the
// block's content before the run can be read there. Cheap when the slot was prepared before.
Thread& prepareSlot(unsigned slot);
// Gives the thread a stack of at least this many bytes. False when there is no address space for it.
bool mapStack(Thread& thread, std::uint64_t bytes);
// The stack size that the C library gives to main, and to a thread with default attributes.
std::uint64_t stackOfMain();
std::uint64_t stackOfThread();
// Maps a stack of that size for a thread to come, so that mapStack need not.
void reserveStack(Thread& thread, std::uint64_t bytes);
// Sets the entry. `body` runs on the thread's stack, which must exist, and never returns.
void startThread(Thread& thread, void (*body)());
// Gives the baton to `next` and returns when the caller gets it back.
void switchTo(Thread& next);
// Both the calling thread, later, and this one, at once, return from here: a copy of the calling thread in a process of
// its own, whose memory is that of now.
void continueTwice(Thread& copy);
// Calls the function while memory is that of the first process; it does not return.
[[noreturn]] void endWithFirst(void (*last)());
// Uses the thread-local block with this base.
void setThreadBase(std::uint64_t base);

std::uint64_t stackTop(unsigned slot);
// Whether the address lies in the user stack of some thread.
inline bool inStacks(std::uint64_t address) {
  return address >= REVISIT_STACK_ADDRESS && address < stackTop(maxThreads - 1);
}
std::uint64_t stackBottom(unsigned slot);

} // namespace revisit::runtime
