// The hooks for waiting loops, bounded loops and the path.
// Thread rule: called by the program's threads; during a run only by the one that has the baton.
#include "runtime/abi/hooks.h"

#include "runtime/frames.h"
#include "runtime/lifetimes.h"
#include "runtime/raw.h"
#include "runtime/recorder.h"
#include "runtime/scheduler.h"

using namespace revisit;
using namespace revisit::runtime;

REVISIT_EXPORT std::uint32_t __revisit_path_on;
std::uint32_t __revisit_path_on = 0;

namespace {

void beginRound(Thread& self) {
  self.inAwait = true;
  self.awaitOverflow = false;
  self.awaitShared = false;
  self.awaitChanged = false;
  self.awaitReads = 0;
}

// Before the thread creates another one nobody can give a loop more rounds than the program does itself. On unknown
// inputs it may still take any number of them.
bool isAlone(const Thread& self) {
  return self.slot == 0 && self.children == 0 && self.inputs == 0;
}

// How many rounds of the loop count: those since the thread is not alone.
std::uint32_t countedRounds(Thread& self, std::uint32_t loop, std::uint32_t round) {
  std::uint32_t& uncounted = self.loopAlone[loop % 16];
  if (round <= uncounted)
    uncounted = 0; // it began again
  if (isAlone(self))
    uncounted = round;
  return round - uncounted;
}

bool onPath() {
  return exploring() && __revisit_path_on != 0;
}

} // namespace

REVISIT_EXPORT void __revisit_local_fresh(std::uint64_t variable, std::uint64_t bytes) {
  if (exploring())
    makeLocal(variable, variable + bytes);
  else
    __builtin_memset(reinterpret_cast<void*>(variable), REVISIT_FRESH_BYTE, bytes);
}

REVISIT_EXPORT void __revisit_arithmetic(std::uint32_t what) {
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

REVISIT_EXPORT void __revisit_missing_return(std::uint64_t message) {
  if (!exploring())
    __builtin_trap();
  fail(ErrorKind::MissingReturn, reinterpret_cast<const char*>(message));
}

REVISIT_EXPORT void __revisit_await_head(std::uint32_t loop) {
  if (!exploring())
    return;
  beginRound(me());
  emit(REVISIT_AWAIT_HEAD).extra = loop;
}

REVISIT_EXPORT std::uint32_t __revisit_await_back(std::uint32_t loop) {
  if (!exploring())
    return 0;
  Thread& self = me();
  if (self.awaitChanged) {
    emit(REVISIT_AWAIT_AGAIN).extra = loop;
    beginRound(self);
    return 1;
  }
  self.awaitChain = chainHere();
  RevisitRecord& record = emit(REVISIT_AWAIT_BACK);
  record.extra = loop;
  record.chain = self.awaitChain;
  record.flags = self.awaitShared ? REVISIT_FLAG_EVENT : 0;
  waitForChange();
  beginRound(self);
  return 0;
}

REVISIT_EXPORT void __revisit_await_end(std::uint32_t loop) {
  if (!exploring())
    return;
  me().inAwait = false;
  emit(REVISIT_AWAIT_END).extra = loop;
}

REVISIT_EXPORT void __revisit_loop_back(std::uint32_t loop, std::uint32_t round) {
  if (!exploring())
    return;
  Thread& self = me();
  std::uint64_t& before = self.loopReads[loop % 16];
  const bool sharedReads = before != self.sharedReads;
  before = self.sharedReads;
  round = countedRounds(self, loop, round);
  if (round <= g_runtime.channel->unroll)
    return;
  if (!sharedReads) {
    // What it reads may be shared with a thread that had no turn yet.
    if (round == g_runtime.channel->unroll + 1 && !replaying())
      letOthersRun();
    return;
  }
  RevisitRecord& record = emitLast(REVISIT_CUT);
  record.extra = loop;
  record.chain = chainHere();
  stopThread(ThreadState::Stopped);
}

REVISIT_EXPORT void __revisit_enter(std::uint64_t function, std::uint64_t frame) {
  if (!onPath())
    return;
  RevisitRecord& record = emit(REVISIT_ENTER);
  record.address = function;
  record.before = frame;
}

REVISIT_EXPORT void __revisit_argument(std::uint32_t index, std::uint64_t value) {
  if (!onPath())
    return;
  RevisitRecord& record = emit(REVISIT_ARGUMENT);
  record.extra = index;
  record.before = value;
}

REVISIT_EXPORT void __revisit_alloca(std::uint64_t address, std::uint64_t bytes) {
  if (!onPath())
    return;
  RevisitRecord& record = emit(REVISIT_ALLOCA);
  record.address = address;
  record.before = bytes;
}

REVISIT_EXPORT void __revisit_branch(std::uint32_t successor) {
  if (onPath())
    emit(REVISIT_BRANCH).extra = successor;
}

REVISIT_EXPORT void __revisit_returned(std::uint64_t value) {
  if (exploring())
    closeFramesBelow(callersFrame());
  if (onPath())
    emit(REVISIT_RETURNED).before = value;
}

REVISIT_EXPORT void __revisit_landed(std::uint64_t function, std::uint64_t frame, std::uint32_t block) {
  if (exploring())
    leaveFramesBelow(callersFrame());
  if (!onPath())
    return;
  RevisitRecord& record = emit(REVISIT_LANDED);
  record.address = function;
  record.before = frame;
  record.extra = block;
}

REVISIT_EXPORT void __revisit_unsupported(std::uint64_t message) {
  if (exploring())
    unsupported(reinterpret_cast<const char*>(message));
}
