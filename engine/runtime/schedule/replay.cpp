#include "runtime/schedule/replay.h"

#include "runtime/processes/processes.h"
#include "runtime/schedule/carrier.h"
#include "runtime/schedule/exits.h"

#include <algorithm>
#include <sys/auxv.h>

// The debugger sets its breakpoint here.
REVISIT_EXPORT __attribute__((noinline)) void __revisit_stop();
void __revisit_stop() {
  asm volatile("" ::: "memory");
}

namespace revisit::runtime {

namespace {

// The largest call depth of a function that the debugger calls: each hook searches this many frames.
constexpr unsigned maxCallDepth = 1000;

bool g_stepOpen = false;               // a step was granted and has no record yet
const RevisitRecord* g_last = nullptr; // the record of the last event, until its values are compared
std::uint32_t g_lastNumber = 0;

RevisitReplay& replay() {
  return g_runtime.channel->replay;
}

void stop(RevisitStopReason reason) {
  Thread& self = me();
  replay().stopped = reason;
  self.standing = true;
  __revisit_stop();
  self.standing = false;
}

bool isStep(const RevisitExpected& expected) {
  return isScheduled(static_cast<LabelKind>(expected.kind));
}

// The number of events before the plan's next step.
std::uint32_t nextStep() {
  std::uint32_t at = replay().position;
  while (at < replay().eventCount && !isStep(replay().expected[at]))
    at++;
  return at;
}

// Values are complete only after the record was made, so they are compared at the next opportunity.
void compareLast() {
  const RevisitRecord* record = g_last;
  if (record == nullptr)
    return;
  g_last = nullptr;
  const RevisitExpected& expected = replay().expected[g_lastNumber - 1];
  const bool otherSeen = (expected.flags & REVISIT_EXPECT_SEEN) != 0 && record->before != expected.seen;
  const bool otherWritten = (expected.flags & REVISIT_EXPECT_WRITTEN) != 0 && record->after != expected.written;
  if (replay().difference != REVISIT_SAME || (!otherSeen && !otherWritten))
    return;
  replay().difference = REVISIT_OTHER_VALUE;
  replay().differsAt = g_lastNumber;
  replay().divergedThread = record->thread;
  replay().foundKind = expected.kind;
  replay().foundAddress = record->address;
  replay().foundValue = otherSeen ? record->before : record->after;
  stop(REVISIT_STOP_DIVERGED);
}

void advance(std::uint32_t position) {
  replay().position = position;
  if (position == replay().stopAt)
    stop(REVISIT_STOP_EVENT);
  // The thread of such an event does nothing more.
  if (position < replay().eventCount && (replay().expected[position].flags & REVISIT_EXPECT_STAND) != 0)
    advance(position + 1);
}

void finishStep(Thread& self) {
  const std::uint32_t at = nextStep();
  replay().missed += at - replay().position;
  self.recordsSinceStep = 0;
  g_last = &g_runtime.channel->records[g_runtime.channel->recordCount - 1];
  g_lastNumber = at + 1;
  advance(at + 1);
}

// Whether a record of this kind is the expected event outside the plan.
bool isExpected(const RevisitExpected& expected, RevisitRecordKind kind, const Thread& self) {
  if (expected.thread != self.slot)
    return false;
  const auto label = static_cast<LabelKind>(expected.kind);
  if (isDecision(label))
    return expected.records == self.recordsSinceStep;
  switch (endingOf(label)) {
  case Ending::Blocked:
    return expected.records == self.recordsSinceStep;
  case Ending::Returned:
    return kind == REVISIT_THREAD_END;
  case Ending::Exit:
    return kind == REVISIT_EXIT;
  case Ending::Error:
    return kind == REVISIT_ERROR;
  case Ending::AwaitFailed:
    return kind == REVISIT_AWAIT_BACK;
  case Ending::Cut:
    return kind == REVISIT_CUT;
  case Ending::Unsupported:
    return kind == REVISIT_UNSUPPORTED;
  case Ending::None:
    break;
  }
  return false;
}

} // namespace

void requireExpectedStep(const Thread& thread) {
  const RevisitExpected& expected = replay().expected[nextStep()];
  const Pending& pending = thread.pending;
  const auto kind = static_cast<unsigned>(pending.kind);
  const bool hasChild = pending.kind == LabelKind::Create || pending.kind == LabelKind::Join;
  const std::uint64_t address = hasChild ? pending.child : pending.object;
  if (kind != expected.kind || ((expected.flags & REVISIT_EXPECT_ADDRESS) != 0 && address != expected.address))
    leaveWitness(REVISIT_OTHER_STEP, thread.slot, kind, address);
}

bool expectsWrite(unsigned thread, std::uint64_t address) {
  for (std::uint32_t at = replay().position; at < replay().eventCount; at++) {
    const RevisitExpected& expected = replay().expected[at];
    if (expected.thread == thread && isStep(expected))
      return static_cast<LabelKind>(expected.kind) == LabelKind::Write && expected.address == address;
  }
  return false;
}

bool staysWhereItIs(unsigned thread) {
  RevisitExpected* const begin = replay().expected;
  return std::any_of(begin, begin + replay().eventCount, [&](const RevisitExpected& expected) {
    return expected.thread == thread && (expected.flags & REVISIT_EXPECT_STAND) != 0;
  });
}

bool expectsError() {
  if (replay().position >= replay().eventCount)
    return false;
  const RevisitExpected& expected = replay().expected[replay().position];
  return static_cast<LabelKind>(expected.kind) == LabelKind::Error && expected.thread == me().slot;
}

void beginStep() {
  g_stepOpen = true;
}

void countRecord(RevisitRecordKind kind) {
  Thread& self = me();
  compareLast();
  self.recordsSinceStep++;
  while (replay().position < replay().eventCount) {
    const RevisitExpected& expected = replay().expected[replay().position];
    if (isStep(expected) || !isExpected(expected, kind, self))
      break;
    advance(replay().position + 1);
  }
  if (!g_stepOpen)
    return;
  g_stepOpen = false;
  finishStep(self);
}

void beforeHandOver() {
  compareLast();
  if (replay().hold != 0 && me().creatorWaiting < 0)
    stop(REVISIT_STOP_HOLD);
}

void standAtEnd() {
  replay().ended = 1;
  stop(REVISIT_STOP_END);
  leaveProcess();
}

void leaveWitness(RevisitDifference difference, unsigned thread, unsigned kind, std::uint64_t address) {
  replay().difference = difference;
  replay().differsAt = nextStep() + 1;
  replay().divergedThread = thread;
  replay().foundKind = kind;
  replay().foundAddress = address;
  stop(REVISIT_STOP_DIVERGED);
  g_runtime.channel->outcome = REVISIT_OUTCOME_DIVERGED;
  leaveProcess();
}

// A debugger makes the functions that it calls return to the program's entry point. A thread that waits in the runtime
// cannot call the runtime again by itself.
bool calledByDebugger() {
  static const std::uint64_t entry = REVISIT_REAL(getauxval)(AT_ENTRY);
  if (g_runtime.current == nullptr)
    return false;
  const auto here = reinterpret_cast<std::uint64_t>(__builtin_frame_address(0));
  if (here < REVISIT_STACK_ADDRESS || here >= stackTop(maxThreads - 1))
    return false;
  auto slot = static_cast<unsigned>((here - REVISIT_STACK_ADDRESS) / REVISIT_STACK_STRIDE);
  if (me().onStackOf == slot + 1)
    slot = me().slot;
  else if (threadAt(slot).image != imageInUse())
    return false;
  if (threadAt(slot).standing)
    return true;
  std::uint64_t frame = here;
  for (unsigned depth = 0; depth < maxCallDepth && frame <= stackTop(slot) - 16 && frame % 8 == 0; depth++) {
    const auto* words = reinterpret_cast<const std::uint64_t*>(frame);
    if (words[1] == entry)
      return true;
    if (words[0] <= frame)
      return false;
    frame = words[0];
  }
  return false;
}

} // namespace revisit::runtime
