// The frames of instrumented functions, as the hooks find them on the stack. Thread rule: called by the program's
// threads; during a run only by the one that has the baton.
#pragma once

#include "runtime/trace/raw.h"

namespace revisit::runtime {

// The frame of the code that calls a hook.
struct CallersFrame {
  std::uint64_t stack; // its stack pointer
  std::uint64_t end;   // the address after its return address
};

// Must be called in the hook itself, because the hook's frame pointer and return address lie directly below the
// caller's stack.
[[gnu::always_inline]] inline CallersFrame callersFrame() {
  const std::uint64_t own = word(__builtin_frame_address(0));
  return {own + 16, rawLoad(own, 8) + 16};
}

// Control has returned to a frame, past the frames that it called: the variables below it are dead, and other threads
// see that.
void leaveFramesBelow(const CallersFrame& frame);
// The thread ends, and so do the variables of all frames that it has not left.
void leaveAllFrames();
// Whether the address lies in an active frame of the running thread that belongs neither to an instrumented function
// nor to the runtime. O(frames of its stack).
bool isInOthersFrame(std::uint64_t address);
// A call of uninstrumented code has returned: its frames are no longer accessible. They were accessible to the
// functions that it called.
void closeFramesBelow(const CallersFrame& frame);

} // namespace revisit::runtime
