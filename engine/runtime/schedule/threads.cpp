// pthread_create, pthread_join and related functions, and error messages for those that are not supported. Thread rule:
// called by the program's threads; during a run only by the one that has the baton.
#include "runtime/schedule/threads.h"

#include "runtime/memory/access.h"
#include "runtime/memory/variable_notes.h"
#include "runtime/processes/processes.h"
#include "runtime/schedule/cancellation.h"
#include "runtime/schedule/carrier.h"
#include "runtime/schedule/exits.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/schedule/start.h"
#include "runtime/services/clock.h"
#include "runtime/services/external_calls.h"
#include "runtime/services/handles.h"
#include "runtime/services/process_state.h"
#include "runtime/services/services.h"
#include "runtime/sync/object_table.h"
#include "runtime/trace/fingerprint.h"
#include "runtime/trace/raw.h"
#include "runtime/trace/recorder.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <sched.h>
#include <sys/single_threaded.h>
#include <unistd.h>
#include <utility>

using namespace revisit;
using namespace revisit::runtime;

namespace {

using Entry = void* (*)(void*);

bool g_isServant[maxThreads] = {}; // threads that never run the program's code
bool g_startsServant = false;      // the next one that is made

[[noreturn]] void threadBody() {
  Thread& self = me();
  RevisitRecord& begin = emit(REVISIT_THREAD_BEGIN);
  const RevisitSlot& path = g_runtime.channel->slots[self.slot];
  begin.address = reinterpret_cast<std::uint64_t>(self.entry);
  begin.before = reinterpret_cast<std::uint64_t>(self.argument);
  begin.extra = path.creator;
  begin.after = path.index;
  begin.extra64 = wordIfMapped(begin.before + sizeof(std::uint64_t));
  begin.operand = self.handle;
  noteCallback(self.entry);
  void* result = self.entry(self.argument);
  if (self.returnsInt)
    result =
        reinterpret_cast<void*>(static_cast<std::intptr_t>(static_cast<int>(reinterpret_cast<std::intptr_t>(result))));
  endThread(result);
}

} // namespace

namespace revisit::runtime {

void startNewThread(pthread_t* handle, Entry entry, void* argument, bool detached, bool returnsInt,
                    std::size_t stackBytes) {
  const int slot = nextChildSlot(me());
  if (slot < 0)
    reachLimit("more than 256 threads in one execution");
  Thread& child = prepareSlot(static_cast<unsigned>(slot));
  if (!child.prepared)
    reachLimit("a thread cannot be made: the memory, the address space (ulimit -v) or the threads (ulimit -u) that the"
               " process may have are used up");
  g_runtime.channel->slots[slot].stackBytes = stackBytes;
  if (!mapStack(child, stackBytes)) {
    char message[128];
    std::snprintf(message, sizeof message, "no room for a thread's stack of %zu bytes: the address space is limited",
                  stackBytes);
    reachLimit(message);
  }
  serviceStore(reinterpret_cast<std::uint64_t>(handle), child.handle, sizeof(pthread_t));
  inheritWords(child.slot);
  __libc_single_threaded = 0; // as the C library does where it creates threads itself
  child.entry = entry;
  child.argument = argument;
  child.returnsInt = returnsInt;
  child.createdDetached = detached;
  g_isServant[child.slot] = std::exchange(g_startsServant, false);
  child.image = me().image;
  if (child.process == 0)
    child.process = me().process;

  Pending pending;
  pending.kind = LabelKind::Create;
  pending.isPlain = !returnsInt;
  pending.child = child.slot;
  pending.chain = chainUnwound();
  waitForTurn(pending);
  RevisitRecord& record = fillPending(emit(REVISIT_CREATE), pending);
  record.before = reinterpret_cast<std::uint64_t>(argument);
  record.operand = reinterpret_cast<std::uint64_t>(entry);
  startThread(child, threadBody);
  runNewThread(child);
}

void startInternal(Entry entry, std::uint64_t argument, bool isServant) {
  pthread_t handle;
  noteStack(word(&handle), word(&handle) + sizeof handle, Note::Open);
  me().machineLocks++;
  g_startsServant = isServant;
  startNewThread(&handle, entry, reinterpret_cast<void*>(argument), true, false, stackOfThread());
  me().machineLocks--;
}

bool isServant(unsigned slot) {
  return g_isServant[slot];
}

void nameThread(const char* name) {
  RevisitRecord& record = emit(REVISIT_THREAD_NAME);
  record.address = me().slot;
  record.extra = internString(name);
}

namespace {

void joinEnded(pthread_t handle, void* result, std::uint32_t size) {
  Thread& child = spendHandle(handle, ObjectOp::HandleJoin);
  Pending pending;
  pending.kind = LabelKind::Join;
  pending.isPlain = result == nullptr;
  pending.child = child.slot;
  pending.chain = chainUnwound();
  waitForTurn(pending);
  fillPending(emit(REVISIT_JOIN), pending).before = reinterpret_cast<std::uint64_t>(child.result);
  child.joined = true;
  if (result != nullptr)
    serviceStore(reinterpret_cast<std::uint64_t>(result), reinterpret_cast<std::uint64_t>(child.result), size);
}

// Of a thread that can be joined: whether its end is followed.
bool followsEndOf(const Thread* thread) {
  return thread != nullptr && thread != &me() && !thread->createdDetached &&
         isFollowed(endingOf(*thread), ObjectOp::EndTry);
}

// Joins the thread if it has ended, or as soon as it does so within the time.
int joinIfEnded(pthread_t handle, void** result, ObjectOp operation, const timespec* until) {
  const Thread* const thread = findThread(handle);
  if (thread == &me())
    return until == nullptr ? EBUSY : EDEADLK;
  if (followsEndOf(thread)) {
    const std::uint64_t end = endingOf(*thread);
    const auto wait = [&](std::uint64_t argument) { return operateUntil(end, operation, argument, until); };
    me().joinsInto = reinterpret_cast<std::uint64_t>(result);
    const int failure = until == nullptr ? static_cast<int>(operate(end, operation, 0, true))
                                         : waitCancellably(end, ObjectOp::EndCancel, wait);
    me().joinsInto = 0;
    if (failure != 0)
      return failure;
  }
  joinEnded(handle, result, sizeof *result);
  return 0;
}

} // namespace

void joinThread(pthread_t handle, void* result, std::uint32_t size) {
  // The handle is spent only when the wait is over, because it may be over by cancellation.
  if (const Thread* const thread = mayBeCancelled() ? findThread(handle) : nullptr; followsEndOf(thread))
    waitCancellably(endingOf(*thread), ObjectOp::EndCancel, [&](std::uint64_t argument) {
      return static_cast<int>(operate(endingOf(*thread), ObjectOp::EndAwait, argument));
    });
  joinEnded(handle, result, size);
}

void noteOwnThread() {
  if (isInChild())
    unsupported("a thread in a process that fork has made");
  me().madeThreads = true;
}

void detachThread(pthread_t handle) {
  spendHandle(handle, ObjectOp::HandleDetach);
}

} // namespace revisit::runtime

REVISIT_EXPORT int pthread_create(pthread_t* result, const pthread_attr_t* attributes, Entry entry,
                                  void* argument) noexcept {
  if (exploring()) {
    noteOwnThread();
    if (isDenied(Permitted::Create))
      return EAGAIN;
    int detached = PTHREAD_CREATE_JOINABLE;
    std::size_t stackBytes = stackOfThread();
    if (attributes != nullptr) {
      pthread_attr_getdetachstate(attributes, &detached);
      pthread_attr_getstacksize(attributes, &stackBytes);
      // Whether the new thread may be joined, and a small stack, are not part of the creator's state.
      if (detached == PTHREAD_CREATE_DETACHED || stackBytes < stackOfThread())
        loseFingerprint("its creation of a thread that is detached, or has a small stack");
    }
    startNewThread(result, entry, argument, detached == PTHREAD_CREATE_DETACHED, false, stackBytes);
    return 0;
  }
  if (g_runtime.phase == Phase::Setup && !g_runtime.internal) // it would be lost in the fork of each run
    endBeforeMain("a thread is created before main, where nothing is explored");
  return REVISIT_REAL(pthread_create)(result, attributes, entry, argument);
}

// Threads run on stacks of the runtime: the system would tell of others.
REVISIT_EXPORT int pthread_getattr_np(pthread_t handle, pthread_attr_t* to) noexcept {
  if (!exploring())
    return REVISIT_REAL(pthread_getattr_np)(handle, to);
  const Thread* const thread = findThread(handle);
  if (thread == nullptr)
    return ESRCH;
  pthread_attr_t attributes;
  {
    Internal internal;
    pthread_attr_init(&attributes);
    const std::uint64_t low = stackTop(thread->slot) - thread->stackAsked;
    pthread_attr_setstack(&attributes, reinterpret_cast<void*>(low), thread->stackAsked);
  }
  serviceWrite(word(to), &attributes, sizeof attributes);
  return 0;
}

REVISIT_EXPORT int pthread_join(pthread_t handle, void** result) {
  if (!exploring())
    return REVISIT_REAL(pthread_join)(handle, result);
  joinThread(handle, result, sizeof *result);
  return 0;
}

REVISIT_EXPORT int pthread_detach(pthread_t handle) noexcept {
  if (!exploring())
    return REVISIT_REAL(pthread_detach)(handle);
  detachThread(handle);
  return 0;
}

REVISIT_EXPORT int pthread_tryjoin_np(pthread_t handle, void** result) noexcept {
  if (!exploring())
    return REVISIT_REAL(pthread_tryjoin_np)(handle, result);
  return joinIfEnded(handle, result, ObjectOp::EndTry, nullptr);
}

// There is one clock.
REVISIT_EXPORT int pthread_timedjoin_np(pthread_t handle, void** result, const timespec* until) {
  if (!exploring())
    return REVISIT_REAL(pthread_timedjoin_np)(handle, result, until);
  return joinIfEnded(handle, result, ObjectOp::EndTimed, until);
}

REVISIT_EXPORT int pthread_clockjoin_np(pthread_t handle, void** result, clockid_t clock, const timespec* until) {
  if (!exploring())
    return REVISIT_REAL(pthread_clockjoin_np)(handle, result, clock, until);
  return joinIfEnded(handle, result, ObjectOp::EndTimed, until);
}

REVISIT_EXPORT int sched_yield() noexcept {
  return exploring() ? 0 : REVISIT_REAL(sched_yield)();
}
// The C library's header maps this name to the function above; old programs call it without the header's declaration.
REVISIT_EXPORT int pthreadYield() noexcept __asm__("pthread_yield");
int pthreadYield() noexcept {
  return sched_yield();
}
