// What carries a thread of the program: a fiber when exploring, an OS thread when a debugger looks on. In both, user
// code runs on the same stack and with the same thread-local block, so a run has the same addresses. Thread rule:
// called by the thread that has the baton.
#pragma once

#include "runtime/state.h"

namespace revisit::runtime {

// Makes the thread-local block of a slot, at a fixed place. Done in the zygote for every slot known, so that its
// content before the run can be read there. Cheap when the slot was prepared before.
Thread& prepareSlot(unsigned slot);
// Gives the thread a stack of so many bytes, or more. False when there is no address space for it.
bool mapStack(Thread& thread, std::uint64_t bytes);
// What the C library would give to main, and to a thread that asks for nothing.
std::uint64_t stackOfMain();
std::uint64_t stackOfThread();
// Sets the entry. `body` is called on the thread's stack, which is there, and never returns.
void startThread(Thread& thread, void (*body)());
// Gives the baton to `next` and returns when the caller gets it back.
void switchTo(Thread& next);

std::uint64_t stackTop(unsigned slot);
// Whether the address is in some thread's user stack.
inline bool inStacks(std::uint64_t address) {
  return address >= REVISIT_STACK_ADDRESS && address < stackTop(maxThreads - 1);
}
std::uint64_t stackBottom(unsigned slot);

} // namespace revisit::runtime
