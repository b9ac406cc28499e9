// exit, atexit, abort, assert, uncaught exceptions, and the destructors of thread-local objects.
// Thread rule: called by the program's threads; during a run only by the one that has the baton.
#include "runtime/schedule/exits.h"

#include "abi/hooks.h"
#include "runtime/nursery/nursery.h"
#include "runtime/nursery/system_calls.h"
#include "runtime/processes/processes.h"
#include "runtime/schedule/cancellation.h"
#include "runtime/schedule/keys.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/schedule/threads.h"
#include "runtime/services/external_calls.h"
#include "runtime/services/handles.h"
#include "runtime/services/modules.h"
#include "runtime/signals/actions.h"
#include "runtime/signals/delivery.h"
#include "runtime/sync/mutexes.h"
#include "runtime/sync/object_table.h"
#include "runtime/trace/frames.h"
#include "runtime/trace/raw.h"
#include "runtime/trace/recorder.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cxxabi.h>
#include <dlfcn.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

// Of each process.
ExitHandler* g_atExit[maxThreads];
ExitHandler* g_atQuickExit[maxThreads];

unsigned process() {
  return caller().process;
}

constexpr std::size_t maxHandlers = 1 << 16;
ExitHandler g_handlers[maxHandlers];
std::size_t g_handlerCount = 0;

std::uint32_t g_mainReturn = 0; // the call chain at the place where main's result was determined

int addHandler(ExitHandler*& list, void (*function)(void*), void* argument) {
  if (g_handlerCount == maxHandlers)
    reachLimit("more than 65536 handlers of the end of the process or of a thread");
  ExitHandler& handler = g_handlers[g_handlerCount++];
  handler = {function, argument, list};
  list = &handler;
  return 0;
}

void runHandlers(ExitHandler*& list) {
  while (list != nullptr) {
    ExitHandler& handler = *list;
    list = handler.next;
    noteCallback(handler.function);
    me().destroyedLocal = &list == &me().localDestructors ? word(handler.argument) : 0;
    handler.function(handler.argument);
  }
  me().destroyedLocal = 0;
}

// `frame`: the caller's frame. The living frames of the program are above it.
[[noreturn]] void recordExit(int status, const void* frame) {
  me().liveFrom = word(frame);
  me().hasExited = true;
  RevisitRecord& record = emitLast(REVISIT_EXIT);
  record.before = static_cast<std::uint64_t>(static_cast<std::int64_t>(status));
  record.chain = chainHere();
  if (record.chain == 0)
    record.chain = g_mainReturn;
  if (record.chain == 0)
    record.chain = chainOfLastAccess();
  stopThread(ThreadState::Stopped);
}

// Builds the message "uncaught exception of type T" without the headers of the C++ library.
[[noreturn]] void onTerminate() {
  if (!exploring())
    abort();
  char message[256] = "std::terminate was called";
  using CurrentType = std::type_info*();
  if (auto* type = reinterpret_cast<CurrentType*>(dlsym(RTLD_DEFAULT, "__cxa_current_exception_type"))) {
    if (const auto* info = reinterpret_cast<void* const*>(type())) {
      const char* mangled = static_cast<const char*>(info[1]); // the type's name, by the ABI's layout of type_info
      using Demangle = char*(const char*, char*, std::size_t*, int*);
      auto* demangle = reinterpret_cast<Demangle*>(dlsym(RTLD_DEFAULT, "__cxa_demangle"));
      Internal internal;
      int status = -1;
      char* name = demangle != nullptr ? demangle(mangled, nullptr, nullptr, &status) : nullptr;
      std::snprintf(message, sizeof message, "uncaught exception of type %s", status == 0 ? name : mangled);
      std::free(name);
    }
  }
  fail(ErrorKind::Exception, message);
}

} // namespace

namespace revisit::runtime {

void endProcess(int status, const void* frame) {
  lookForSignals();
  me().result = reinterpret_cast<void*>(static_cast<std::intptr_t>(status));
  runHandlers(me().localDestructors);
  runHandlers(g_atExit[process()]);
  runDestructorFunctions(process());
  runHandlers(g_atExit[process()]); // which these have registered
  leaveCopies(status, true);
  recordExit(status, frame);
}

void endThread(void* result) {
  Thread& self = me();
  leaveHandlers();
  lookForSignals();
  self.result = result;
  runHandlers(self.localDestructors);
  runKeyDestructors(self);
  if (isInChild() && !isServant(self.slot)) // its only thread
    endProcess(0, __builtin_frame_address(0));
  if (self.slot != 0) // main's stack stays, and programs whose main calls pthread_exit rely on it
    leaveAllFrames();
  endCancellation();
  abandonMutexes();
  if (const std::uint64_t end = endingOf(self); isTold(end))
    operateSilently(end, ObjectOp::EndReach, 0);
  RevisitRecord& record = emitLast(REVISIT_THREAD_END);
  record.before = reinterpret_cast<std::uint64_t>(result);
  record.chain = chainHere();
  if (record.chain == 0)
    record.chain = chainOfLastAccess();
  stopThread(ThreadState::Ended);
}

void copyExitHandlers(unsigned from, unsigned to) {
  g_atExit[to] = g_atExit[from];
  g_atQuickExit[to] = g_atQuickExit[from];
}

void leaveProcess() {
  Internal internal;
  stopCallWatch(); // the output changes nothing
  for (std::FILE* stream : {stdout, stderr})
    if (ftrylockfile(stream) == 0) {
      std::fflush(stream);
      funlockfile(stream);
    }
  endRunInNursery();
  systemCall(SYS_exit_group, 0);
  __builtin_unreachable();
}

void watchExceptions() {
  using SetTerminate = void (*(void (*)()))();
  if (auto* set = reinterpret_cast<SetTerminate*>(dlsym(RTLD_DEFAULT, "_ZSt13set_terminatePFvvE")))
    set(onTerminate);
}

} // namespace revisit::runtime

REVISIT_EXPORT void __revisit_main_returns() {
  if (exploring())
    g_mainReturn = chainHere();
}

extern "C" {
int __cxa_at_quick_exit(void (*)(void*), void*);
int __cxa_thread_atexit_impl(void (*)(void*), void*, void*);
}

REVISIT_EXPORT int __cxa_atexit(void (*function)(void*), void* argument, void* object) noexcept {
  if (g_runtime.phase == Phase::Plain || g_runtime.internal) {
    static void* cache;
    return real(static_cast<int (*)(void (*)(void*), void*, void*)>(nullptr), "__cxa_atexit", cache)(function, argument,
                                                                                                     object);
  }
  return addHandler(g_atExit[process()], function, argument);
}

REVISIT_EXPORT int __cxa_thread_atexit_impl(void (*function)(void*), void* argument, void* object) {
  if (g_runtime.phase == Phase::Plain || g_runtime.internal)
    return REVISIT_REAL(__cxa_thread_atexit_impl)(function, argument, object);
  return addHandler(g_runtime.current != nullptr ? me().localDestructors : threadAt(0).localDestructors, function,
                    argument);
}

REVISIT_EXPORT int __cxa_at_quick_exit(void (*function)(void*), void* object) {
  if (g_runtime.phase == Phase::Plain)
    return REVISIT_REAL(__cxa_at_quick_exit)(function, object);
  return addHandler(g_atQuickExit[process()], function, nullptr);
}

REVISIT_EXPORT void exit(int status) noexcept {
  if (exploring())
    endProcess(status, __builtin_frame_address(0));
  REVISIT_REAL(exit)(status);
  __builtin_unreachable();
}

REVISIT_EXPORT void quick_exit(int status) noexcept {
  if (exploring()) {
    runHandlers(g_atQuickExit[process()]);
    leaveCopies(status, false);
    recordExit(status, __builtin_frame_address(0));
  }
  REVISIT_REAL(quick_exit)(status);
  __builtin_unreachable();
}

REVISIT_EXPORT void _exit(int status) {
  if (exploring()) {
    leaveCopies(status, false);
    recordExit(status, __builtin_frame_address(0));
  }
  syscall(SYS_exit_group, status);
  __builtin_unreachable();
}

REVISIT_EXPORT void _Exit(int status) noexcept {
  _exit(status);
}

// Its handler runs; if it returns, the process ends all the same.
REVISIT_EXPORT void abort() noexcept {
  if (exploring()) {
    if (const sighandler_t handler = actionOf(SIGABRT).handler; handler != SIG_DFL && handler != SIG_IGN) {
      setBlockedSignals(blockedSignals() & ~bitOfSignal(SIGABRT));
      sendAndDeliver(me().slot, {SIGABRT, SI_TKILL, 0});
    }
    fail(ErrorKind::Signal, "abort() was called");
  }
  REVISIT_REAL(abort)();
  __builtin_unreachable();
}

// abort() in programs that were written for verification: an assumption is false.
REVISIT_EXPORT void revisit_task_abort() {
  if (exploring())
    recordExit(128 + SIGABRT, __builtin_frame_address(0));
  REVISIT_REAL(abort)();
  __builtin_unreachable();
}

REVISIT_EXPORT void __assert_fail(const char* assertion, const char* file, unsigned line,
                                  const char* function) noexcept {
  if (exploring())
    fail(ErrorKind::Assertion, assertion);
  std::fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, assertion);
  abort();
}

REVISIT_EXPORT void revisit_fail(const char* condition, const char* file, int line) {
  __assert_fail(condition, file, static_cast<unsigned>(line), "revisit_assert");
}

REVISIT_EXPORT void reach_error() {
  if (exploring())
    fail(ErrorKind::Assertion, "reach_error() was called");
  abort();
}

REVISIT_EXPORT void __VERIFIER_error() {
  if (exploring())
    fail(ErrorKind::Assertion, "__VERIFIER_error() was called");
  abort();
}
