// pthread_create, join and their relatives.
// Thread rule: called by the program's threads; during a run only by the one that has the baton.
#include "runtime/access.h"
#include "runtime/carrier.h"
#include "runtime/exits.h"
#include "runtime/recorder.h"
#include "runtime/scheduler.h"

#include <cerrno>
#include <pthread.h>
#include <sched.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

using Entry = void* (*)(void*);

[[noreturn]] void threadBody() {
  Thread& self = me();
  RevisitRecord& begin = emit(REVISIT_THREAD_BEGIN);
  const RevisitSlot& path = g_runtime.channel->slots[self.slot];
  begin.address = reinterpret_cast<std::uint64_t>(self.entry);
  begin.before = reinterpret_cast<std::uint64_t>(self.argument);
  begin.extra = path.creator;
  begin.after = path.index;
  endThread(self.entry(self.argument));
}

int create(pthread_t* result, const pthread_attr_t* attributes, Entry entry, void* argument) {
  const int slot = nextChildSlot(me());
  if (slot < 0)
    unsupported("more than 256 threads");
  Thread& child = prepareSlot(static_cast<unsigned>(slot));
  if (!child.prepared)
    unsupported("a thread cannot be made: no memory");
  serviceStore(reinterpret_cast<std::uint64_t>(result), child.handle, sizeof(pthread_t));
  child.entry = entry;
  child.argument = argument;
  int detached = PTHREAD_CREATE_JOINABLE;
  if (attributes != nullptr)
    pthread_attr_getdetachstate(attributes, &detached);
  child.detached = detached == PTHREAD_CREATE_DETACHED;

  Pending pending;
  pending.kind = LabelKind::Create;
  pending.child = child.slot;
  pending.chain = chainUnwound();
  waitForTurn(pending);
  fillPending(emit(REVISIT_CREATE), pending);
  startThread(child, threadBody);
  runNewThread(child);
  return 0;
}

Thread* findThread(pthread_t handle) {
  for (unsigned slot = 0; slot < g_runtime.channel->slotCount; slot++) {
    Thread& thread = threadAt(slot);
    if (thread.state != ThreadState::Absent && thread.handle == handle)
      return &thread;
  }
  return nullptr;
}

int join(pthread_t handle, void** result) {
  Thread* child = findThread(handle);
  if (child == nullptr)
    return ESRCH;
  if (child == &me())
    return EDEADLK;
  if (child->detached)
    return EINVAL;
  Pending pending;
  pending.kind = LabelKind::Join;
  pending.child = child->slot;
  pending.chain = chainUnwound();
  waitForTurn(pending);
  child->detached = true;
  fillPending(emit(REVISIT_JOIN), pending).before = reinterpret_cast<std::uint64_t>(child->result);
  if (result != nullptr)
    serviceStore(reinterpret_cast<std::uint64_t>(result), reinterpret_cast<std::uint64_t>(child->result), 8);
  return 0;
}

} // namespace

REVISIT_EXPORT int pthread_create(pthread_t* result, const pthread_attr_t* attributes, Entry entry,
                                  void* argument) noexcept {
  if (exploring())
    return create(result, attributes, entry, argument);
  if (g_runtime.phase == Phase::Setup && !g_runtime.internal)
    return EAGAIN; // a thread before main would be lost in the fork of each run
  return REVISIT_REAL(pthread_create)(result, attributes, entry, argument);
}

REVISIT_EXPORT int pthread_join(pthread_t handle, void** result) {
  return exploring() ? join(handle, result) : REVISIT_REAL(pthread_join)(handle, result);
}

REVISIT_EXPORT int pthread_detach(pthread_t handle) noexcept {
  if (!exploring())
    return REVISIT_REAL(pthread_detach)(handle);
  Thread* thread = findThread(handle);
  if (thread == nullptr)
    return ESRCH;
  if (thread->detached)
    return EINVAL;
  thread->detached = true;
  return 0;
}

REVISIT_EXPORT void pthread_exit(void* result) {
  if (exploring())
    endThread(result);
  REVISIT_REAL(pthread_exit)(result);
  __builtin_unreachable();
}

REVISIT_EXPORT int sched_yield() noexcept {
  return exploring() ? 0 : REVISIT_REAL(sched_yield)();
}
