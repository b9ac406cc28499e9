// The frames of instrumented functions, as the hooks find them on the stack.
// Thread rule: called by the program's threads; during a run only by the one that has the baton.
#pragma once

#include "runtime/raw.h"

namespace revisit::runtime {

// Of the code that calls a hook.
struct CallersFrame {
  std::uint64_t stack; // its stack pointer
  std::uint64_t end;   // behind its return address
};

// Requires to be used in the hook itself: its frame pointer and its return address lie below the caller's stack.
[[gnu::always_inline]] inline CallersFrame callersFrame() {
  const std::uint64_t own = word(__builtin_frame_address(0));
  return {own + 16, rawLoad(own, 8) + 16};
}

// Control has come back to a frame, past those that it called: what lies below lives no more.
void leaveFramesBelow(const CallersFrame& frame);
// Whether the address is in the frame of a function that is not instrumented, and no part of the runtime, and that the
// running thread is in. O(frames of its stack).
bool isInOthersFrame(std::uint64_t address);
// A call of other code is over: so are its frames, which were open to what it called.
void closeFramesBelow(const CallersFrame& frame);

} // namespace revisit::runtime
