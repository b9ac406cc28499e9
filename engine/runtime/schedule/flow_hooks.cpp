// The hooks for waiting loops, bounded loops and path recording. Thread rule: called by the program's threads; during a
// run only by the one that has the baton.
#include "abi/frame_state.h"
#include "abi/hooks.h"

#include "runtime/life/lifetimes.h"
#include "runtime/memory/private_memory.h"
#include "runtime/nursery/system_calls.h"
#include "runtime/schedule/nested_calls.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/schedule/system_wait.h"
#include "runtime/signals/delivery.h"
#include "runtime/trace/frames.h"
#include "runtime/trace/raw.h"
#include "runtime/trace/recorder.h"

#include <algorithm>

using namespace revisit;
using namespace revisit::runtime;

REVISIT_EXPORT std::uint32_t __revisit_path_on;
std::uint32_t __revisit_path_on = 0;

namespace {

// While no other thread exists, only the program itself determines the number of rounds of a loop. With unknown inputs
// there may still be any number of rounds.
bool isAlone(const Thread& self) {
  return self.slot == 0 && self.children == 0 && self.inputs == 0;
}

// After a round that ended in the state in which the round before ended, the other threads run first: the thread may
// wait for one of them.
bool repeatsItself(const Thread& self, RevisitLoop& activation) {
  const Fingerprint last = activation.counted > 1 ? Fingerprint{activation.low, activation.high} : Fingerprint{};
  activation.low = self.fingerprint.low;
  activation.high = self.fingerprint.high;
  return last.valid() && last == self.fingerprint;
}

// Another round of a loop that may wait for memory of which it is not known yet that it is shared.
void pace(RevisitLoop& activation, bool hadEvent, bool hadRead) {
  constexpr std::uint32_t many = 1 << 12, most = 1 << 16;
  const std::uint32_t bound = g_runtime.channel->unroll;
  if (activation.rounds >= std::max(most, bound + 1))
    return; // a loop that comes back to the same state is recognised only when no count changes
  activation.rounds++;
  if (!hadRead && activation.rounds == bound)
    letOthersRun(); // they may not have run yet
  const bool isPowerOfTwo = (activation.rounds & (activation.rounds - 1)) == 0;
  if (!hadRead && isPowerOfTwo && activation.rounds >= bound)
    lookForSignals(); // the loop may wait for what a handler does
  if (!hadEvent && activation.rounds >= many && isPowerOfTwo && touchedWhatOthersTouched())
    cut(CutBy::Computation, chainHere());
}

// The exploration counts the rounds of an execution and ends it at the bound. A run by itself goes on a little, also
// where its plan has taken it beyond the bound: it must show what comes next.
bool isAtBound(RevisitLoop& activation) {
  const std::uint32_t bound = g_runtime.channel->unroll;
  const std::uint32_t more = std::max(2u, bound / 2); // loops over data are not ended at the bound
  if (replaying())
    return activation.counted > bound && !hasPlannedSteps();
  if (hasPlannedSteps())
    activation.counted = std::min(activation.counted, bound);
  return activation.counted > bound + more;
}

// Another round in which a thread that is alone had an event. It has events only because it takes memory, so its loop
// may be one that never ends.
bool isTooLongAlone(RevisitLoop& activation) {
  constexpr std::uint32_t many = 1 << 12;
  return g_runtime.channel->leaveAllLoops != 0 && !hasPlannedSteps() && !replaying() && ++activation.counted >= many;
}

bool onPath() {
  return exploring() && __revisit_path_on != 0;
}

} // namespace

REVISIT_HOOK void __revisit_local_fresh(std::uint64_t variable, std::uint64_t bytes) {
  if (exploring())
    makeLocal(variable, variable + bytes);
  else
    __builtin_memset(reinterpret_cast<void*>(variable), REVISIT_FRESH_BYTE, bytes);
}

REVISIT_HOOK void __revisit_arithmetic(std::uint32_t what) {
  if (!exploring())
    __builtin_trap();
  enum Check : std::uint32_t { Addition = 0, Division = 3, Product = 12, Negation = 13, Difference = 21 };
  switch (what) {
  case Division:
    fail(ErrorKind::Arithmetic, "a division by zero, or one whose result does not fit");
  case Addition:
  case Difference:
  case Product:
  case Negation:
    fail(ErrorKind::Arithmetic, "a signed number overflows");
  default:
    fail(ErrorKind::Arithmetic, "a check of undefined behaviour failed");
  }
}

REVISIT_HOOK void __revisit_missing_return(std::uint64_t message) {
  if (!exploring())
    __builtin_trap();
  fail(ErrorKind::MissingReturn, reinterpret_cast<const char*>(message));
}

REVISIT_HOOK void __revisit_await_head(std::uint32_t loop) {
  if (!exploring())
    return;
  beginRound(me());
  beginRounds(loop);
}

REVISIT_HOOK std::uint32_t __revisit_await_back(std::uint32_t loop) {
  if (!exploring())
    return 0;
  Thread& self = me();
  if (self.awaitChanged) {
    if (roundIsRecorded())
      emit(REVISIT_AWAIT_AGAIN).extra = loop;
    beginRound(self);
    return 1;
  }
  self.awaitChain = chainHere();
  if (roundIsRecorded()) {
    RevisitRecord& record = emit(REVISIT_AWAIT_BACK);
    record.extra = loop;
    record.chain = self.awaitChain;
    record.flags = self.awaitShared ? REVISIT_FLAG_EVENT : 0;
  }
  waitForChange();
  beginRound(self);
  return 0;
}

REVISIT_HOOK void __revisit_await_end(std::uint32_t loop) {
  if (!exploring())
    return;
  me().inAwait = false;
  endRounds(loop);
}

namespace {

void noteEntered(std::uint32_t loop) {
  Thread& self = me();
  std::uint32_t* const end = self.enteredLoops + self.entered;
  if (std::find(self.enteredLoops, end, loop) != end)
    return;
  if (self.entered == maxEnteredLoops)
    tellEntered();
  self.enteredLoops[self.entered++] = loop;
}

} // namespace

REVISIT_HOOK void __revisit_loop_enter(std::uint32_t loop, std::uint64_t address) {
  if (!exploring())
    return;
  const Thread& self = me();
  *reinterpret_cast<RevisitLoop*>(address) = {self.events, self.sharedReads, 0, 0, self.updates, self.slept};
  noteEntered(loop);
}

REVISIT_EXPORT void revisit_progress() {
  if (exploring())
    noteEntered(REVISIT_PROGRESS);
}

REVISIT_HOOK void __revisit_loop_back(std::uint32_t loop, std::uint64_t address) {
  if (!exploring() || address == 0)
    return;
  Thread& self = me();
  auto& activation = *reinterpret_cast<RevisitLoop*>(address);
  const bool hadEvent = activation.events != self.events, hadRead = activation.reads != self.sharedReads;
  activation.events = self.events;
  activation.reads = self.sharedReads;
  if (!replaying())
    pace(activation, hadEvent, hadRead);
  if (!hadEvent)
    return;
  if (isAlone(self)) {
    if (isTooLongAlone(activation))
      leave(CutBy::Loop, chainHere(), loop);
    return;
  }
  tellEntered();
  RevisitRecord& back = emit(REVISIT_LOOP_BACK);
  back.extra = loop;
  const std::uint32_t chain = back.chain = chainHere();
  activation.counted++;
  if ((hadRead || g_runtime.channel->leaveAllLoops != 0) && isAtBound(activation))
    leave(CutBy::Loop, chain, loop);
  if (repeatsItself(self, activation) && !replaying() && !hasPlannedSteps())
    letOthersRun();
}

REVISIT_HOOK std::uint32_t __revisit_try_again(std::uint32_t loop, std::uint64_t address) {
  if (!exploring())
    return 0;
  const Thread& self = me();
  auto& activation = *reinterpret_cast<RevisitLoop*>(address);
  const bool readOnce = self.events - activation.events == 1 && self.sharedReads - activation.reads == 1;
  const bool givesUp = readOnce && activation.low == self.updates && activation.high == self.slept;
  activation = {self.events, self.sharedReads, 0, 0, self.updates, self.slept};
  if (onPath()) {
    RevisitRecord& record = emit(REVISIT_TRY_AGAIN);
    record.extra = loop;
    record.before = givesUp ? 1 : 0;
  }
  return givesUp ? 1 : 0;
}

REVISIT_HOOK void __revisit_enter(std::uint64_t function, std::uint64_t frame) {
  if (!onPath())
    return;
  RevisitRecord& record = emit(REVISIT_ENTER);
  record.address = function;
  record.before = frame;
  if (nestedCalls(function, frame) > g_runtime.channel->recursion)
    cut(CutBy::Recursion, chainHere());
}

REVISIT_HOOK void __revisit_argument(std::uint32_t index, std::uint64_t value) {
  if (!onPath())
    return;
  RevisitRecord& record = emit(REVISIT_ARGUMENT);
  record.extra = index;
  record.before = value;
}

REVISIT_HOOK void __revisit_alloca(std::uint64_t address, std::uint64_t bytes) {
  if (!onPath())
    return;
  RevisitRecord& record = emit(REVISIT_ALLOCA);
  record.address = address;
  record.before = bytes;
}

REVISIT_HOOK void __revisit_branch(std::uint32_t successor) {
  if (onPath())
    emit(REVISIT_BRANCH).extra = successor;
}

REVISIT_HOOK void __revisit_variadic(std::uint64_t address) {
  if (!onPath())
    return;
  const struct { // of the x86-64 ABI
    std::uint32_t general, vectors;
    std::uint64_t onStack, saved;
  }& list = *reinterpret_cast<decltype(&list)>(address);
  RevisitRecord& record = emit(REVISIT_VARIADIC);
  record.address = address;
  record.before = list.saved;
  record.after = list.onStack;
  record.extra = list.general;
  record.extra64 = list.vectors;
}

REVISIT_HOOK void __revisit_returned(std::uint64_t value) {
  if (exploring()) {
    const CallersFrame frame = callersFrame();
    closeFramesBelow(frame);
    endGuard(frame.stack);
  }
  if (onPath())
    emit(REVISIT_RETURNED).before = value;
}

REVISIT_HOOK void __revisit_landed(std::uint64_t function, std::uint64_t frame, std::uint32_t block) {
  if (exploring()) {
    const CallersFrame frame = callersFrame();
    leaveFramesBelow(frame);
    endGuard(frame.stack);
  }
  if (!onPath())
    return;
  RevisitRecord& record = emit(REVISIT_LANDED);
  record.address = function;
  record.before = frame;
  record.extra = block;
}

REVISIT_HOOK void __revisit_unsupported(std::uint64_t message) {
  if (exploring())
    unsupported(reinterpret_cast<const char*>(message));
}
