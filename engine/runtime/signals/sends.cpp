// Signals that threads of the program send. Nothing of it reaches the system. Thread rule: called by the program's
// threads; during a run only by the one that has the baton.
#include "abi/machine.h"
#include "runtime/memory/access.h"
#include "runtime/processes/processes.h"
#include "runtime/schedule/start.h"
#include "runtime/services/external_calls.h"
#include "runtime/services/handles.h"
#include "runtime/services/process_state.h"
#include "runtime/signals/actions.h"
#include "runtime/signals/delivery.h"
#include "runtime/trace/raw.h"
#include "runtime/trace/recorder.h"

#include <cerrno>
#include <csignal>
#include <unistd.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

bool isSendable(int number) {
  return number >= 0 && number < NSIG;
}

std::uint64_t bitsOf(sigval value) {
  std::uint64_t bits = 0;
  __builtin_memcpy(&bits, &value, sizeof value);
  return bits;
}

std::uint32_t sender() {
  return static_cast<std::uint32_t>(ownIdentifier());
}

// Before main nothing is recorded, and what a handler does would be lost. What was sent before may be delivered before
// the call.
bool isSending() {
  if (g_runtime.phase == Phase::Setup && !g_runtime.internal)
    endBeforeMain("a signal is sent before main, where nothing is explored");
  if (!exploring())
    return false;
  lookForSignals();
  return true;
}

// Whether somebody has waited for the process: its number may be another one's.
bool isOver(unsigned process) {
  constexpr std::uint64_t isTaken = 2; // in the place of a process
  const std::uint64_t place = REVISIT_MACHINE_PROCESSES + process * REVISIT_MACHINE_PROCESS_STRIDE;
  return process != 0 && process != me().process &&
         recordedLoad(place + REVISIT_MACHINE_ENDING, 8, static_cast<std::uint32_t>(MemoryOrder::SeqCst),
                      REVISIT_FLAG_SERVICE) == isTaken;
}

// As the kernel does, the thread that the process began with tells whether a signal that is ignored stays pending.
bool isDropped(unsigned process, int number) {
  return isIgnored(number) && (wordOf(process, ThreadWord::BlockedSignals) & bitOfSignal(number)) == 0;
}

// To a thread that does not block it. Fails with errno.
int sendToProcess(pid_t process, const SentSignal& signal, const char* function) {
  const int target = process > 0 ? processOf(process) : -1;
  if (target < 0)
    return failRefused(function, "other processes do not exist while a program is explored", ESRCH);
  if (!isSendable(signal.number))
    return failed(EINVAL);
  const auto number = static_cast<unsigned>(target);
  if (number != 0 && threadAt(number).image != number)
    return failRefused(function, "what a signal does to another program is not followed", EPERM);
  if (isOver(number))
    return failed(ESRCH);
  if (signal.number == 0 || isDropped(number, signal.number))
    return 0;
  if (number == me().process)
    sendAndDeliver(ownProcess(), signal);
  else
    addPending(number == 0 ? wholeProcess : number, signal);
  return 0;
}

// Whether another thread of the process goes on.
bool hasSeveralThreads() {
  for (unsigned slot = 0; slot < g_runtime.channel->slotCount; slot++) {
    const Thread& thread = threadAt(slot);
    if (slot != me().slot && thread.image == me().image && thread.process == me().process &&
        (thread.state == ThreadState::Parked || thread.state == ThreadState::Running))
      return true;
  }
  return false;
}

// To all processes of the program, which are one group. The calling one gets the signal last: it may end by it.
int sendToGroup(const SentSignal& signal, const char* function) {
  const unsigned own = me().process;
  if (makesCopies() && hasSeveralThreads())
    return failRefused(function, "a signal to the group, while another thread may make a process", EPERM);
  for (unsigned number = 0; number < g_runtime.channel->slotCount; number++)
    if (number != own && (number == 0 || threadAt(number).process == number))
      sendToProcess(static_cast<pid_t>(REVISIT_MACHINE_IDENTIFIER + number), signal, function);
  return sendToProcess(ownIdentifier(), signal, function);
}

// `process` as in kill: 0, and minus the group, are all processes of the program.
int sendTo(pid_t process, const SentSignal& signal, const char* function) {
  return process == 0 || process == -getpgrp() ? sendToGroup(signal, function)
                                               : sendToProcess(process, signal, function);
}

// Returns an error number. What is ignored and not blocked is gone at once.
int sendToThread(pthread_t handle, const SentSignal& signal) {
  if (!isSendable(signal.number))
    return EINVAL;
  const Thread* thread = findThread(handle);
  if (thread == nullptr)
    return ESRCH;
  if (signal.number == 0)
    return 0;
  if (thread == &me()) {
    sendAndDeliver(thread->slot, signal);
    return 0;
  }
  if (isIgnored(signal.number) && (wordOf(thread->slot, ThreadWord::BlockedSignals) & bitOfSignal(signal.number)) == 0)
    return 0;
  addPending(thread->slot, signal);
  return 0;
}

} // namespace

REVISIT_EXPORT void revisit_machine_notify(unsigned process, int number, std::uint64_t value) {
  if (number != 0)
    sendToProcess(static_cast<pid_t>(REVISIT_MACHINE_IDENTIFIER + process), {number, SI_MESGQ, value, sender()},
                  "mq_notify");
}

REVISIT_EXPORT int raise(int number) noexcept {
  if (!isSending())
    return REVISIT_REAL(raise)(number);
  if (!isSendable(number))
    return failed(EINVAL);
  if (number != 0)
    sendAndDeliver(me().slot, {number, SI_TKILL, 0, sender()});
  return 0;
}

REVISIT_EXPORT int gsignal(int number) noexcept {
  return raise(number);
}

REVISIT_EXPORT int kill(pid_t process, int number) noexcept {
  return isSending() ? sendTo(process, {number, SI_USER, 0, sender()}, "kill") : REVISIT_REAL(kill)(process, number);
}

REVISIT_EXPORT int killpg(pid_t group, int number) noexcept {
  if (!isSending())
    return REVISIT_REAL(killpg)(group, number);
  return group < 0 ? failed(EINVAL) : sendTo(-group, {number, SI_USER, 0, sender()}, "killpg");
}

REVISIT_EXPORT int sigqueue(pid_t process, int number, const sigval value) noexcept {
  return isSending() ? sendToProcess(process, {number, SI_QUEUE, bitsOf(value), sender()}, "sigqueue")
                     : REVISIT_REAL(sigqueue)(process, number, value);
}

REVISIT_EXPORT int pthread_kill(pthread_t handle, int number) noexcept {
  return isSending() ? sendToThread(handle, {number, SI_TKILL, 0, sender()})
                     : REVISIT_REAL(pthread_kill)(handle, number);
}

REVISIT_EXPORT int pthread_sigqueue(pthread_t handle, int number, const sigval value) noexcept {
  return isSending() ? sendToThread(handle, {number, SI_QUEUE, bitsOf(value), sender()})
                     : REVISIT_REAL(pthread_sigqueue)(handle, number, value);
}
