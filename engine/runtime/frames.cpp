// The hooks for local variables: when they live, and what is around them.
#include "runtime/frames.h"

#include "runtime/abi/hooks.h"
#include "runtime/carrier.h"
#include "runtime/lifetimes.h"
#include "runtime/recorder.h"
#include "runtime/variable_notes.h"

#include <algorithm>

using namespace revisit;
using namespace revisit::runtime;

namespace revisit::runtime {

void leaveFramesBelow(const CallersFrame& frame) {
  Thread& self = me();
  noteStack(self.frameTop, frame.stack, Note::Returned);
  self.frameTop = frame.stack;
}

void closeFramesBelow(const CallersFrame& frame) {
  Thread& self = me();
  if (self.openedFrom < frame.stack)
    noteStack(self.openedFrom, frame.stack, Note::Returned);
  self.openedFrom = ~0ull;
}

} // namespace revisit::runtime

// Between the frame and that of the instrumented function that called it, at some distance, lie frames of other code:
// what is noted there is of variables that had the place before.
REVISIT_EXPORT void __revisit_frame_begin(std::uint32_t exposed) {
  if (!exploring())
    return;
  const CallersFrame frame = callersFrame();
  Thread& self = me();
  if (frame.end < self.frameTop) {
    noteStack(frame.end, self.frameTop, Note::Open);
    self.openedFrom = std::min(self.openedFrom, frame.end);
  }
  if (exposed != 0)
    noteStack(frame.stack, frame.end, Note::Open);
  if (frame.stack >= stackBottom(self.slot) && frame.stack < stackTop(self.slot))
    self.frameTop = frame.stack;
}

REVISIT_EXPORT void __revisit_frame_end(std::uint32_t close) {
  if (!exploring())
    return;
  const CallersFrame frame = callersFrame();
  Thread& self = me();
  if (close != 0)
    noteStack(frame.stack, frame.end, Note::Returned);
  if (frame.stack >= stackBottom(self.slot) && frame.end <= stackTop(self.slot))
    self.frameTop = frame.end;
}

REVISIT_EXPORT void __revisit_frame_arguments(std::uint64_t bytes, std::uint32_t pushed, std::uint32_t open) {
  if (!exploring())
    return;
  const std::uint64_t begin = callersFrame().stack - (pushed != 0 ? bytes : 0);
  noteStack(begin, begin + bytes, open != 0 ? Note::Open : Note::Returned);
}

REVISIT_EXPORT void __revisit_local_name(std::uint64_t variable, std::uint64_t bytes, std::uint64_t name) {
  if (!exploring() || !isShared(variable, bytes))
    return;
  RevisitRecord& record = emit(REVISIT_LOCAL);
  record.address = variable;
  record.before = bytes;
  record.extra64 = name;
}

REVISIT_EXPORT void __revisit_local_begin(std::uint64_t variable, std::uint64_t bytes, std::uint64_t room,
                                          std::uint64_t name, std::uint32_t how) {
  if (!exploring())
    return;
  openLocal(variable, bytes, room, reinterpret_cast<const char*>(name), (how & REVISIT_LOCAL_CLOSED) == 0);
  if ((how & REVISIT_LOCAL_SEEN) != 0)
    beginLife(variable, variable + bytes, REVISIT_FRESH_BYTE);
}

REVISIT_EXPORT void __revisit_local_end(std::uint64_t variable, std::uint64_t bytes, std::uint32_t how) {
  if (!exploring())
    return;
  const bool ended = (how & REVISIT_LOCAL_SCOPED) != 0 && !isLocalOpen(variable);
  closeLocal(variable, bytes, (how & REVISIT_LOCAL_CLOSED) != 0 ? Note::OutOfScope : Note::Returned);
  if ((how & REVISIT_LOCAL_SEEN) == 0 || ended)
    return;
  if (g_runtime.channel->allAccesses == 0) // else every local would be shared, and mortal
    noteMortal(variable, variable + bytes);
  endLife(variable, variable + bytes);
}

REVISIT_EXPORT void __revisit_local_guard(std::uint64_t address, std::uint64_t bytes) {
  if (!exploring())
    return;
  const CallersFrame frame = callersFrame();
  Thread& self = me();
  noteStack(address, address + bytes, Note::RedZone);
  if (frame.stack >= stackBottom(self.slot) && frame.stack < stackTop(self.slot))
    self.frameTop = std::min(self.frameTop, frame.stack);
}

REVISIT_EXPORT void __revisit_local_restored() {
  if (!exploring())
    return;
  const CallersFrame frame = callersFrame();
  Thread& self = me();
  noteStack(self.frameTop, frame.stack, Note::OutOfScope);
  self.frameTop = std::max(self.frameTop, frame.stack);
}

REVISIT_EXPORT void __revisit_globals(std::uint64_t table, std::uint64_t count) {
  takeGlobals(reinterpret_cast<const GlobalVariable*>(table), count);
}
