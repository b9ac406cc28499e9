#include "runtime/schedule/cancellation.h"

#include "runtime/memory/access.h"
#include "runtime/schedule/exits.h"
#include "runtime/services/handles.h"
#include "runtime/sync/object_table.h"
#include "runtime/trace/recorder.h"

#include <cerrno>
#include <pthread.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

std::uint64_t markOfObject(std::uint64_t object) {
  return object == 0 ? 0 : (object * 0x9e3779b97f4a7c15ull) >> 32 | markOfWait;
}

// The calling thread looks whether it is to end, and says what it does next.
bool looksCancelled(std::uint64_t mark, bool isOnly) {
  const Thread& self = me();
  return operate(cancellationOf(self), ObjectOp::CancelPoint, self.cancelAnywhere ? anywhere : mark, isOnly) ==
         object_result::cancelled;
}

bool isCancellableAnywhere(const Thread& thread) {
  return thread.cancelAnywhere && !thread.cancelDisabled;
}

// Stores what was set before, and sets it. From now on the thread may be anywhere that it is cancelled, or no longer.
int change(bool Thread::* what, int value, int* before) {
  if (value != 0 && value != 1)
    return EINVAL;
  Thread& self = me();
  if (before != nullptr)
    serviceStore(reinterpret_cast<std::uint64_t>(before), self.*what ? 1 : 0, sizeof *before);
  const bool wasAnywhere = isCancellableAnywhere(self);
  self.*what = value != 0;
  if (isCancellableAnywhere(self) == wasAnywhere || self.leaving || !isTold(cancellationOf(self)))
    return 0;
  if (looksCancelled(0, false) && !wasAnywhere)
    beCancelled(false);
  return 0;
}

} // namespace

namespace revisit::runtime {

bool mayBeCancelled() {
  return exploring() && !me().cancelDisabled && !me().leaving && isTold(cancellationOf(me()));
}

void cancellationPoint() {
  if (!mayBeCancelled()) {
    if (exploring() && me().noteCancelled && !me().cancelDisabled && !me().leaving)
      beCancelled(false);
    return;
  }
  if (looksCancelled(0, true))
    beCancelled(false);
}

bool findsCancelled() {
  return mayBeCancelled() && looksCancelled(0, true);
}

bool isCancelledBefore(std::uint64_t object, ObjectOp interruption) {
  if (looksCancelled(markOfObject(object), false))
    return true;
  me().waitsAt = object; // for those whose request comes after that
  me().interruption = interruption;
  return false;
}

void beCancelled(bool looks) {
  if (looks)
    looksCancelled(0, false);
  me().inAwait = me().awaitIsPending = me().awaitIsRecorded = false;
  pthread_exit(PTHREAD_CANCELED);
}

void endCancellation() {
  Thread& self = me();
  if (!self.cancelAnywhere || !isTold(cancellationOf(self)))
    return;
  self.cancelAnywhere = false;
  operateSilently(cancellationOf(self), ObjectOp::CancelPoint, 0);
}

} // namespace revisit::runtime

REVISIT_EXPORT void pthread_testcancel() {
  if (!exploring())
    return REVISIT_REAL(pthread_testcancel)();
  cancellationPoint();
}

REVISIT_EXPORT int pthread_setcancelstate(int state, int* before) {
  static_assert(PTHREAD_CANCEL_DISABLE == 1);
  return exploring() ? change(&Thread::cancelDisabled, state, before)
                     : REVISIT_REAL(pthread_setcancelstate)(state, before);
}

REVISIT_EXPORT int pthread_setcanceltype(int type, int* before) {
  static_assert(PTHREAD_CANCEL_ASYNCHRONOUS == 1);
  return exploring() ? change(&Thread::cancelAnywhere, type, before)
                     : REVISIT_REAL(pthread_setcanceltype)(type, before);
}

// A request changes nothing for a thread that has ended.
REVISIT_EXPORT int pthread_cancel(pthread_t handle) {
  if (!exploring())
    return REVISIT_REAL(pthread_cancel)(handle);
  Thread* const target = findThread(handle);
  if (target == nullptr)
    return ESRCH;
  const std::uint64_t object = cancellationOf(*target);
  if (!isFollowed(object, ObjectOp::CancelRequest)) {
    target->noteCancelled = true;
    return 0;
  }
  const std::uint64_t waits = operate(object, ObjectOp::CancelRequest, 0);
  if (target == &me()) {
    if (me().cancelAnywhere && mayBeCancelled())
      beCancelled(true);
  } else if (waits == anywhere) {
    unsupported("pthread_cancel of a thread with PTHREAD_CANCEL_ASYNCHRONOUS: it may end at any place");
  } else if (waits != object_result::ok) {
    operateSilently(target->waitsAt, target->interruption, target->slot);
  }
  return 0;
}
