// The hooks for the lifetimes of local variables and for the memory around them.
#include "runtime/trace/frames.h"

#include "abi/hooks.h"
#include "runtime/life/destroyed_objects.h"
#include "runtime/life/lifetimes.h"
#include "runtime/memory/access.h"
#include "runtime/memory/own_objects.h"
#include "runtime/memory/variable_notes.h"
#include "runtime/processes/processes.h"
#include "runtime/schedule/carrier.h"
#include "runtime/schedule/fiber_stacks.h"
#include "runtime/services/modules.h"
#include "runtime/sync/object_table.h"
#include "runtime/trace/recorder.h"

#include <algorithm>
#include <unwind.h>
#include <utility>

using namespace revisit;
using namespace revisit::runtime;

namespace revisit::runtime {

// Of the frames of fibers nothing is noted.
void leaveFramesBelow(const CallersFrame& frame) {
  Thread& self = me();
  if (frame.stack < stackBottom(self.slot) || frame.stack >= stackTop(self.slot))
    return;
  const std::uint64_t left = std::exchange(self.frameTop, frame.stack);
  noteStack(left, frame.stack, Note::Returned);
  endLeftVariables(left, frame.stack);
}

void leaveAllFrames() {
  Thread& self = me();
  const std::uint64_t left = std::exchange(self.frameTop, stackTop(self.slot));
  endLeftVariables(left, self.frameTop);
}

void closeFramesBelow(const CallersFrame& frame) {
  Thread& self = me();
  if (self.openedFrom < frame.stack)
    noteStack(self.openedFrom, frame.stack, Note::Returned);
  self.openedFrom = ~0ull;
}

bool isInOthersFrame(std::uint64_t address) {
  struct Search {
    std::uint64_t address;
    std::uint64_t code = 0, stack = 0; // of the frame above
    bool found = false;
  };
  const auto look = [](_Unwind_Context* context, void* data) {
    auto& search = *static_cast<Search*>(data);
    const std::uint64_t stack = _Unwind_GetCFA(context); // the begin of the frame
    if (search.code != 0 && search.address >= search.stack && search.address < stack) {
      const CodeOwner owner = ownerOf(search.code);
      search.found = owner == CodeOwner::System || owner == CodeOwner::Unseen;
      return _URC_END_OF_STACK;
    }
    search.code = _Unwind_GetIP(context);
    search.stack = stack;
    return search.code == 0 ? _URC_END_OF_STACK : _URC_NO_REASON;
  };
  Internal internal;
  Search search = {.address = address};
  _Unwind_Backtrace(look, &search);
  return search.found;
}

} // namespace revisit::runtime

namespace {

// The end of main's local variables is followed only once a thread is known to use them later: see the engine's
// used_after_main.h.
void endMains(std::uint64_t variable, std::uint64_t bytes) {
  RevisitRecord& record = emit(REVISIT_MAIN_LOCAL);
  record.address = variable;
  record.before = bytes;
  endObjects(variable, variable + bytes);
  endLife({.bounds = {variable, variable + bytes}, .around = closedAround(variable, bytes)});
  me().keptFrom = std::min(me().keptFrom, variable);
}

} // namespace

// Between this frame and that of the instrumented function that called it, there may be frames of uninstrumented code.
// Notes there concern variables that used the memory before.
REVISIT_HOOK void __revisit_frame_begin(std::uint32_t exposed) {
  if (!exploring())
    return;
  const CallersFrame frame = callersFrame();
  requireStack(frame.stack);
  Thread& self = me();
  if (frame.end < self.frameTop && frame.stack >= stackBottom(self.slot)) {
    noteStack(frame.end, self.frameTop, Note::Open);
    self.openedFrom = std::min(self.openedFrom, frame.end);
  }
  if (exposed != 0)
    noteStack(frame.stack, frame.end, Note::Open);
  if (frame.stack >= stackBottom(self.slot) && frame.stack < stackTop(self.slot))
    self.frameTop = frame.stack;
  else
    requireRoom(frame.stack);
}

REVISIT_HOOK void __revisit_frame_end(std::uint32_t close) {
  if (!exploring())
    return;
  const CallersFrame frame = callersFrame();
  Thread& self = me();
  if (close != 0)
    noteStack(frame.stack, frame.end, Note::Returned);
  if (frame.stack >= stackBottom(self.slot) && frame.end <= stackTop(self.slot))
    self.frameTop = std::min(frame.end, self.keptFrom); // exit handlers can access nothing of main's frame
}

REVISIT_HOOK void __revisit_frame_arguments(std::uint64_t bytes, std::uint32_t pushed, std::uint32_t open) {
  if (!exploring())
    return;
  const std::uint64_t begin = callersFrame().stack - (pushed != 0 ? bytes : 0);
  noteStack(begin, begin + bytes, open != 0 ? Note::Open : Note::Returned);
}

REVISIT_HOOK void __revisit_local_name(std::uint64_t variable, std::uint64_t bytes, std::uint64_t name) {
  if (!noting() || !isShared(variable, bytes))
    return;
  RevisitRecord& record = emit(REVISIT_LOCAL);
  record.address = variable;
  record.before = bytes;
  record.extra64 = name;
  record.chain = chainHere();
}

REVISIT_HOOK void __revisit_local_begin(std::uint64_t variable, std::uint64_t bytes, std::uint64_t room,
                                        std::uint64_t name, std::uint32_t how) {
  if (!exploring())
    return;
  openLocal(variable, bytes, room, reinterpret_cast<const char*>(name), (how & REVISIT_LOCAL_CLOSED) == 0);
  if (!noting())
    return;
  forgetObjects(variable, variable + bytes);
  forgetDestroyed(variable, variable + bytes);
  if ((how & REVISIT_LOCAL_CLOSED) == 0)
    beginObjects(variable, variable + bytes);
  if ((how & REVISIT_LOCAL_SEEN) != 0)
    beginLife(variable, variable + bytes, REVISIT_FRESH_BYTE);
  if ((how & REVISIT_LOCAL_GIVEN) != 0 && isShared(variable, bytes))
    adoptContent(variable, variable + bytes);
}

REVISIT_HOOK void __revisit_local_end(std::uint64_t variable, std::uint64_t bytes, std::uint32_t how) {
  if (!exploring())
    return;
  const bool ended = (how & REVISIT_LOCAL_SCOPED) != 0 && !isLocalOpen(variable);
  closeLocal(variable, bytes, (how & REVISIT_LOCAL_CLOSED) != 0 ? Note::OutOfScope : Note::Returned);
  if (!noting())
    return;
  if ((how & REVISIT_LOCAL_MAINS) != 0)
    return endMains(variable, bytes);
  if ((how & REVISIT_LOCAL_SEEN) == 0 || ended)
    return;
  if (!isShared(variable, bytes) && !mayHoldObjects(variable, variable + bytes))
    return;
  endObjects(variable, variable + bytes);
  const EndingMemory memory = {.bounds = {variable, variable + bytes}, .around = closedAround(variable, bytes)};
  if (g_runtime.channel->allAccesses == 0) // otherwise every local variable would be shared and mortal
    noteMortal(memory);
  endLife(memory);
}

REVISIT_HOOK void __revisit_local_guard(std::uint64_t address, std::uint64_t bytes) {
  if (!exploring())
    return;
  const CallersFrame frame = callersFrame();
  Thread& self = me();
  requireStack(frame.stack);
  noteStack(address, address + bytes, Note::RedZone);
  if (frame.stack >= stackBottom(self.slot) && frame.stack < stackTop(self.slot))
    self.frameTop = std::min(self.frameTop, frame.stack);
}

REVISIT_HOOK void __revisit_local_restored() {
  if (!exploring())
    return;
  const CallersFrame frame = callersFrame();
  Thread& self = me();
  if (frame.stack < stackBottom(self.slot) || frame.stack >= stackTop(self.slot))
    return;
  noteStack(self.frameTop, frame.stack, Note::OutOfScope);
  self.frameTop = std::max(self.frameTop, frame.stack);
}

REVISIT_HOOK void __revisit_globals(std::uint64_t table, std::uint64_t count) {
  takeGlobals(reinterpret_cast<const GlobalVariable*>(table), count);
}
