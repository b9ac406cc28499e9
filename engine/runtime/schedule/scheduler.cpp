#include "runtime/schedule/scheduler.h"

#include "runtime/memory/arenas.h"
#include "runtime/memory/leaks.h"
#include "runtime/processes/processes.h"
#include "runtime/schedule/carrier.h"
#include "runtime/schedule/exits.h"
#include "runtime/schedule/replay.h"
#include "runtime/services/external_calls.h"
#include "runtime/services/handles.h"
#include "runtime/signals/delivery.h"
#include "runtime/sync/object_table.h"
#include "runtime/trace/fingerprint.h"
#include "runtime/trace/held_blocks.h"
#include "runtime/trace/raw.h"
#include "runtime/trace/recorder.h"

namespace revisit::runtime {

Runtime g_runtime;

namespace {

constexpr std::uint32_t fairAfter = 1000; // consecutive events of one thread before the other threads get a turn
constexpr std::uint32_t idleRounds = 2;   // rounds without an event after which a plan step is no longer expected

unsigned g_choice = anyChoice;
const RevisitPlanStep* g_planned = nullptr; // the step of the plan that the present turn is for
int g_lastEvent = 0;
bool g_ending = false; // replay: no thread can continue
int (*g_main)(int, char**, char**);
int g_argc;
char** g_argv;
char** g_envp;

bool somethingChanged(const Thread& thread) {
  if (thread.awaitCancellable && objectAt(cancellationOf(thread)).state.done)
    return true;
  if (thread.awaitedObjects > maxAwaitedObjects && thread.awaitEvents != g_runtime.events)
    return true;
  for (std::uint32_t i = 0; i < std::min(thread.awaitedObjects, maxAwaitedObjects); i++) {
    const AwaitedObject& awaited = thread.awaitedObject[i];
    if (applyOperation(objectAt(awaited.address).state, ThreadId(thread.slot), awaited.operation, awaited.argument)
            .result != awaited.result)
      return true;
  }
  if (thread.awaitOverflow)
    return thread.awaitStores != g_runtime.stores;
  for (std::uint32_t i = 0; i < thread.awaitReads; i++) {
    const AwaitRead& read = thread.awaitRead[i];
    if (rawLoad(read.address, read.size) != read.value)
      return true;
  }
  return false;
}

bool enabled(const Thread& thread) {
  const Pending& pending = thread.pending;
  if (pending.awaiting)
    return somethingChanged(thread);
  if (pending.kind == LabelKind::Join)
    return threadAt(pending.child).state == ThreadState::Ended;
  if (pending.kind == LabelKind::Object)
    return applyOperation(objectAt(pending.object).state, ThreadId(thread.slot), pending.operation, pending.argument)
        .enabled;
  return true;
}

[[noreturn]] void diverge(unsigned slot, RevisitDifference difference, unsigned kind) {
  if (replaying())
    leaveWitness(difference, slot, kind, threadAt(slot).pending.object);
  g_runtime.channel->divergedKind = kind;
  g_runtime.channel->outcome = REVISIT_OUTCOME_DIVERGED;
  leaveProcess();
}

// A thread that stands between two rounds of a loop to let others run.
Thread* betweenRounds() {
  for (unsigned slot = 0; slot < g_runtime.channel->slotCount; slot++)
    if (Thread& thread = threadAt(slot); thread.state == ThreadState::Parked && thread.pending.looping)
      return &thread;
  return nullptr;
}

Thread* planned(RevisitChannel& channel) {
  const RevisitPlanStep& step = channel.steps[channel.stepsTaken];
  Thread& thread = threadAt(step.thread);
  if (thread.state != ThreadState::Parked)
    diverge(step.thread, REVISIT_NO_STEP, 255);
  if (thread.pending.looping)
    return &thread;
  if (thread.pending.awaiting) {
    if (thread.idleRounds++ >= idleRounds)
      diverge(step.thread, REVISIT_OTHER_STEP, static_cast<unsigned>(LabelKind::AwaitFailed));
    return &thread;
  }
  if (replaying())
    requireExpectedStep(thread);
  const bool other = thread.pending.kind != static_cast<LabelKind>(step.kind);
  if (Thread* const pausing = other || enabled(thread) ? nullptr : betweenRounds())
    return pausing; // the step may wait for what that thread does without an event
  if (other || !enabled(thread))
    diverge(step.thread, other ? REVISIT_OTHER_STEP : REVISIT_NOT_ENABLED, static_cast<unsigned>(thread.pending.kind));
  channel.stepsTaken++;
  if (replaying())
    beginStep();
  g_choice = step.choice;
  g_planned = &step;
  return &thread;
}

Thread* lowestEnabled(unsigned from) {
  const unsigned count = g_runtime.channel->slotCount;
  Thread* looping = nullptr;
  for (unsigned i = 0; i < count; i++) {
    Thread& thread = threadAt((from + i) % count);
    if (thread.state != ThreadState::Parked || !enabled(thread))
      continue;
    if (!thread.pending.looping)
      return &thread;
    looping = looping != nullptr ? looping : &thread;
  }
  return looping;
}

// A thread inside an atomic section continues before all others.
Thread* insideSection() {
  for (unsigned slot = 0; slot < g_runtime.channel->slotCount; slot++)
    if (Thread& thread = threadAt(slot);
        thread.state == ThreadState::Parked && thread.sectionEvents != 0 && enabled(thread))
      return &thread;
  return nullptr;
}

// A replay's plan is the whole execution: afterwards no thread may continue, except with another round of a loop that
// waits for memory.
void requireNothingMore() {
  const Thread* more = nullptr;
  for (unsigned slot = 0; slot < g_runtime.channel->slotCount && more == nullptr; slot++)
    if (const Thread& thread = threadAt(slot);
        thread.state == ThreadState::Parked && !thread.pending.awaiting && enabled(thread) && !staysWhereItIs(slot))
      more = &thread;
  if (more != nullptr)
    leaveWitness(REVISIT_EXTRA_EVENT, more->slot, static_cast<unsigned>(more->pending.kind), more->pending.object);
}

Thread* pick() {
  g_choice = anyChoice;
  g_planned = nullptr;
  if (hasPlannedSteps())
    return planned(*g_runtime.channel);
  if (replaying()) {
    requireNothingMore();
    return nullptr;
  }
  if (Thread* inside = insideSection())
    return inside;
  const bool unfair = threadAt(g_lastEvent).consecutive >= fairAfter;
  return lowestEnabled(unfair ? g_lastEvent + 1 : 0);
}

// Reports the reads of each thread that waits for memory that only it ever accessed.
void reportIdleLoops() {
  for (unsigned slot = 0; slot < g_runtime.channel->slotCount; slot++) {
    Thread& thread = threadAt(slot);
    if (thread.state != ThreadState::Parked || !thread.pending.awaiting || thread.awaitShared)
      continue;
    g_runtime.current = &thread;
    const auto tell = [&](std::uint64_t address, std::uint32_t size) {
      RevisitRecord& record = emitLast(REVISIT_AWAIT_BACK);
      record.flags = REVISIT_FLAG_PENDING;
      record.chain = thread.awaitChain;
      record.extra = thread.awaitLoop;
      record.address = address;
      record.size = static_cast<std::uint8_t>(size);
    };
    for (std::uint32_t i = 0; i < thread.awaitReads; i++)
      tell(thread.awaitRead[i].address, thread.awaitRead[i].size);
    if (thread.awaitReads == 0)
      tell(0, 0);
  }
}

// What is known of a parked thread's state.
void recordState(const Thread& thread) {
  recordFingerprint(thread);
  if (recyclesBlocks())
    tellHeldBlocks(thread);
}

// Whether no thread ended before its time, so that those that wait do so for ever.
bool isDeadlock() {
  bool found = true;
  for (unsigned slot = 0; slot < g_runtime.channel->slotCount; slot++)
    found &= threadAt(slot).state != ThreadState::Stopped || threadAt(slot).hasExited;
  return found;
}

// Reports what each thread that is parked before an event waits for.
void reportWaiting() {
  const bool isStuck = hasProcesses() && isDeadlock();
  for (unsigned slot = 0; slot < g_runtime.channel->slotCount; slot++) {
    Thread& thread = threadAt(slot);
    if (thread.state != ThreadState::Parked || thread.pending.awaiting)
      continue;
    g_runtime.current = &thread;
    const bool joins = thread.pending.kind == LabelKind::Join;
    recordState(thread);
    fillPending(emitLast(joins ? REVISIT_JOIN : REVISIT_OBJECT), thread.pending).flags |= REVISIT_FLAG_PENDING;
    if (isStuck && !joins) {
      tellWritersOf(thread.pending.object);
      tellMissingOwner(thread.pending.object);
    }
  }
}

// The thread selected by the debugger stops for the last time; the others stay where they are.
[[noreturn]] void endReplay() {
  Thread& last = threadAt(g_runtime.channel->replay.endThread % maxThreads);
  const bool stands = last.state == ThreadState::Parked || last.state == ThreadState::Stopped;
  g_ending = true;
  if (stands && &last != &me())
    switchTo(last);
  standAtEnd();
}

[[noreturn]] void reportEnd() {
  if (g_runtime.channel->findLeaks != 0)
    reportLeaks();
  reportIdleLoops();
  reportWaiting();
  g_runtime.channel->outcome = REVISIT_OUTCOME_OVER;
  leaveProcess();
}

[[noreturn]] void endRun() {
  if (replaying())
    endReplay();
  if (imageInUse() != 0)
    endWithFirst(reportEnd);
  reportEnd();
}

// Gives the baton to another thread and returns when the caller has it again.
void handOver() {
  Thread& self = me();
  if (replaying())
    beforeHandOver();
  Thread* next;
  if (self.creatorWaiting >= 0) {
    next = &threadAt(static_cast<unsigned>(self.creatorWaiting));
    self.creatorWaiting = -1;
  } else {
    next = pick();
  }
  if (next == nullptr)
    endRun();
  g_runtime.channel->lastThread = next->slot;
  if (next == &self)
    return;
  self.standing = true;
  switchTo(*next);
  self.standing = false;
  if (g_ending)
    standAtEnd();
}

// Clears what the runtime left on the stack before the run, so that uninitialised local variables of main are the same
// in every run. Inlined, because a call would write to the stack again.
[[gnu::always_inline]] inline void clearStackBelow() {
  constexpr std::size_t bytes = 1 << 13; // more than anything that runs before main uses
  std::size_t count = bytes;
  void* to;
  asm volatile("lea -%c[bytes](%%rsp), %[to]\n\trep stosb"
               : [to] "=&D"(to), "+c"(count)
               : "a"(0), [bytes] "i"(bytes)
               : "memory");
}

[[noreturn]] void mainBody() {
  Thread& self = me();
  self.state = ThreadState::Running;
  RevisitRecord& begin = emit(REVISIT_THREAD_BEGIN);
  begin.address = g_runtime.channel->mainEntry;
  begin.operand = self.handle;
  restoreObjects();
  noteBlocksBefore();
  tellWhatRanBefore();
  noteCallback(g_main);
  clearStackBelow();
  const int status = g_main(g_argc, g_argv, g_envp);
  // A thread that runs later may use main's variables before main returns in the execution. So they are kept: the stack
  // continues below them.
  const auto* const frame = static_cast<const char*>(__builtin_frame_address(0));
  if (self.keptFrom < word(frame)) {
    void* const kept = __builtin_alloca(word(frame) - self.keptFrom);
    asm volatile("" : : "r"(kept) : "memory");
  }
  endProcess(status, frame);
}

} // namespace

const RevisitPlanStep* plannedStep() {
  return g_planned;
}

bool hasPlannedSteps() {
  return g_runtime.channel->stepsTaken < g_runtime.channel->stepCount;
}

unsigned waitForTurn(const Pending& event) {
  Thread& self = me();
  lookBefore(event);
  if (g_runtime.events >= REVISIT_MAX_STEPS - REVISIT_LAST_RECORDS)
    cut(CutBy::Events, chainHere());
  tellEntered();
  self.pending = event;
  self.fingerprint = fingerprintAt(event);
  if (self.fingerprint.valid()) // what it has seen before does not matter any more
    self.observed = self.fingerprint.low ^ self.fingerprint.high;
  if (recyclesBlocks())
    noteHeldBlocks(self.fingerprint);
  self.state = ThreadState::Parked;
  handOver();
  self.state = ThreadState::Running;
  recordState(self);
  self.idleRounds = 0;
  if (g_lastEvent != self.slot)
    threadAt(g_lastEvent).consecutive = 0;
  g_lastEvent = self.slot;
  self.consecutive++;
  if (self.sectionDepth != 0)
    self.sectionEvents++;
  g_runtime.events++;
  self.events++;
  return g_choice;
}

void waitForChange() {
  Thread& self = me();
  self.pending = Pending{};
  self.pending.awaiting = true;
  self.state = ThreadState::Parked;
  self.awaitStores = g_runtime.stores;
  self.observed = self.observedBefore;
  self.awaitEvents = g_runtime.events;
  handOver();
  self.state = ThreadState::Running;
}

void letOthersRun() {
  Thread& self = me();
  self.pending = Pending{};
  self.pending.looping = true;
  self.state = ThreadState::Parked;
  handOver();
  self.state = ThreadState::Running;
}

void runNewThread(Thread& thread) {
  thread.creatorWaiting = me().slot;
  thread.state = ThreadState::Running;
  switchTo(thread);
}

void stopThread(ThreadState state) {
  me().state = state;
  handOver();
  __builtin_unreachable();
}

int nextChildSlot(Thread& creator) {
  RevisitChannel& channel = *g_runtime.channel;
  const std::uint32_t index = creator.children++;
  for (std::uint32_t slot = 1; slot < channel.slotCount; slot++)
    if (channel.slots[slot].creator == creator.slot && channel.slots[slot].index == index)
      return static_cast<int>(slot);
  if (channel.slotCount >= maxThreads)
    return -1;
  channel.slots[channel.slotCount] = {creator.slot, index};
  return static_cast<int>(channel.slotCount++);
}

void runMain(int (*main)(int, char**, char**), int argc, char** argv, char** envp) {
  g_main = main;
  g_argc = argc;
  g_argv = argv;
  g_envp = envp;
  Thread& thread = threadAt(0);
  startThread(thread, mainBody);
  g_runtime.current = nullptr;
  switchTo(thread);
  __builtin_unreachable();
}

} // namespace revisit::runtime
