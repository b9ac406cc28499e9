// Cancellation of threads by pthread_cancel. A request is an operation on an object of the thread. The thread looks at
// that object at its cancellation points, if some run has shown that it is cancelled; otherwise they are no events.
// Before it waits at an object, it says there at which one: whoever cancels it ends that wait by an operation on it. No
// object of the runtime may be on the stack of a thread that acts on a request, since destructors of the runtime do not
// run. Thread rule: called by the thread that has the baton.
#pragma once

#include "program/objects/objects.h"
#include "runtime/trace/state.h"

namespace revisit::runtime {

// Whether the calling thread looks at its cancellation: it can be cancelled, and is in some run.
bool mayBeCancelled();
// A cancellation point at which the thread does not wait. Does not return if it is cancelled.
void cancellationPoint();
// The same where the thread waits in rounds: whether it is cancelled. Then it calls beCancelled(false).
bool findsCancelled();
// A cancellation point before a wait at the object, which `interruption` ends. Requires mayBeCancelled(). Returns
// whether the thread is cancelled; then it must not wait.
bool isCancelledBefore(std::uint64_t object, ObjectOp interruption);
// The thread is cancelled: runs its handlers and destructors and ends it. `looks`: it was told so by the object at
// which it waited.
[[noreturn]] void beCancelled(bool looks);
// The calling thread ends: it can no longer be cancelled.
void endCancellation();

// Calls `wait` with what is to be added to the operation's argument, and returns its result.
template <class F> int waitCancellably(std::uint64_t object, ObjectOp interruption, F&& wait) {
  if (!mayBeCancelled())
    return wait(std::uint64_t{0});
  if (isCancelledBefore(object, interruption))
    beCancelled(false);
  const int result = wait(cancellable);
  if (result == static_cast<int>(object_result::cancelled))
    beCancelled(true);
  return result;
}

} // namespace revisit::runtime
