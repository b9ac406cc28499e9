// pthread_exit, which a cancelled thread calls too: unwinds the thread's frames, innermost first, with destructors and
// cleanup handlers; then the thread ends as if its function had returned. Thread rule: called by the program's threads;
// during a run only by the one that has the baton.
#include "runtime/schedule/exits.h"
#include "runtime/trace/recorder.h"

#include <csetjmp>
#include <unwind.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

_Unwind_Exception g_unwinding[maxThreads];

CleanupBuffer*& outer(CleanupBuffer* buffer) {
  return *reinterpret_cast<CleanupBuffer**>(&buffer->__pad[0]);
}

// Runs the newest handler of C code, which returns through __pthread_unwind_next.
[[noreturn]] void jumpToCleanup() {
  CleanupBuffer* const buffer = me().cleanups;
  me().cleanups = outer(buffer);
  REVISIT_REAL(longjmp)(reinterpret_cast<__jmp_buf_tag*>(buffer->__cancel_jmp_buf), 1);
  __builtin_unreachable();
}

// Called before each frame is unwound.
_Unwind_Reason_Code beforeFrame(int, _Unwind_Action actions, _Unwind_Exception_Class, _Unwind_Exception*,
                                _Unwind_Context* context, void*) {
  const bool isOver = (actions & _UA_END_OF_STACK) != 0;
  const auto stack = static_cast<std::uint64_t>(_Unwind_GetCFA(context)); // frames below this address were unwound
  if (const CleanupBuffer* buffer = me().cleanups; buffer != nullptr)
    if (isOver || reinterpret_cast<std::uint64_t>(buffer) < stack)
      jumpToCleanup();
  if (isOver)
    endThread(me().result);
  return _URC_NO_REASON;
}

// Called at the end of a handler of the program that has caught what unwinds the thread.
void onCaught(_Unwind_Reason_Code, _Unwind_Exception*) {
  fail(ErrorKind::Exception, "a catch (...) has caught the end of a thread, and does not throw it again");
}

[[noreturn]] void leaveFrames() {
  me().leaving = true;
  _Unwind_Exception& exception = g_unwinding[me().slot];
  exception = {};
  exception.exception_cleanup = onCaught;
  _Unwind_ForcedUnwind(&exception, beforeFrame, nullptr);
  // A frame without unwind tables: the frames after it cannot be unwound.
  if (me().cleanups != nullptr)
    jumpToCleanup();
  endThread(me().result);
}

} // namespace

REVISIT_EXPORT void pthread_exit(void* result) {
  if (exploring()) {
    me().result = result;
    leaveFrames();
  }
  REVISIT_REAL(pthread_exit)(result);
  __builtin_unreachable();
}

extern "C" {
void __pthread_register_cancel(__pthread_unwind_buf_t*);
void __pthread_unregister_cancel(__pthread_unwind_buf_t*);
void __pthread_register_cancel_defer(__pthread_unwind_buf_t*);
void __pthread_unregister_cancel_restore(__pthread_unwind_buf_t*);
void __pthread_unwind_next(__pthread_unwind_buf_t*);
}

REVISIT_EXPORT void __pthread_register_cancel(__pthread_unwind_buf_t* buffer) {
  if (!exploring())
    return REVISIT_REAL(__pthread_register_cancel)(buffer);
  outer(buffer) = me().cleanups;
  me().cleanups = buffer;
}

REVISIT_EXPORT void __pthread_unregister_cancel(__pthread_unwind_buf_t* buffer) {
  if (!exploring())
    return REVISIT_REAL(__pthread_unregister_cancel)(buffer);
  me().cleanups = outer(buffer);
}

// pthread_cleanup_push_defer_np: while the handler is there, only cancellation points count.
REVISIT_EXPORT void __pthread_register_cancel_defer(__pthread_unwind_buf_t* buffer) {
  if (!exploring())
    return REVISIT_REAL(__pthread_register_cancel_defer)(buffer);
  __pthread_register_cancel(buffer);
  buffer->__pad[2] = me().cancelAnywhere ? buffer : nullptr;
  pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, nullptr);
}

REVISIT_EXPORT void __pthread_unregister_cancel_restore(__pthread_unwind_buf_t* buffer) {
  if (!exploring())
    return REVISIT_REAL(__pthread_unregister_cancel_restore)(buffer);
  __pthread_unregister_cancel(buffer);
  pthread_setcanceltype(buffer->__pad[2] != nullptr ? PTHREAD_CANCEL_ASYNCHRONOUS : PTHREAD_CANCEL_DEFERRED, nullptr);
}

REVISIT_EXPORT void __pthread_unwind_next(__pthread_unwind_buf_t* buffer) {
  if (exploring())
    leaveFrames();
  REVISIT_REAL(__pthread_unwind_next)(buffer);
  __builtin_unreachable();
}
