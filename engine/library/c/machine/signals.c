// signalfd in instrumented code. What it holds is what is pending for the thread that looks at it, and for the process.
// The pass renames a program's calls to these functions.
//
// As in the kernel, each signal that becomes pending in a process wakes all watches of its signalfds, whatever signals
// these are for, and whichever thread it was sent to; a wait of a set then looks for the thread that waits. Nobody sees
// a signal before the watches are woken. So a lock of the process keeps waits of sets away meanwhile.
#include "watches.h"

#include "abi/sends.h"

#include <errno.h>
#include <sys/signalfd.h>

// That this word is shared says that a set watches a signalfd.
static uint64_t watched;

static uint64_t* signalsOf(int place) {
  return &machineStream(place)->signals;
}

static int makeDescriptor(uint64_t signals, int flags) {
  int place;
  const int number = revisit_machine_new(MachineSignals, flags, &place);
  if (number >= 0)
    __atomic_store_n(signalsOf(place), signals, __ATOMIC_SEQ_CST);
  return number;
}

static int changeDescriptor(int descriptor, uint64_t signals) {
  const MachineEntry entry = revisit_machine_entry(descriptor);
  if (entry.kind != MachineSignals)
    return entry.kind == MachineNothing ? -EBADF : -EINVAL;
  const unsigned process = revisit_machine_process();
  const bool isLocked = revisit_signals_lock(process);
  __atomic_store_n(signalsOf(entry.reads), signals, __ATOMIC_SEQ_CST);
  if (isLocked)
    revisit_machine_wake(revisit_signals_of(process), EPOLLIN);
  revisit_signals_unlock(process, isLocked);
  return descriptor;
}

MachineStream* revisit_signals_of(unsigned process) {
  return (MachineStream*)(REVISIT_MACHINE_PROCESSES + process * REVISIT_MACHINE_PROCESS_STRIDE +
                          REVISIT_MACHINE_WATCHED_SIGNALS);
}

static bool haveOrder(void) {
  return revisit_watches_have_order() && revisit_machine_is_needed(&watched) != 0;
}

bool revisit_signals_lock(unsigned process) {
  const bool isNeeded = haveOrder();
  if (isNeeded)
    pthread_mutex_lock(&revisit_signals_of(process)->writing);
  return isNeeded;
}

void revisit_signals_unlock(unsigned process, bool isLocked) {
  if (isLocked)
    pthread_mutex_unlock(&revisit_signals_of(process)->writing);
}

void revisit_signals_are_watched(void) {
  if (!revisit_watches_have_order() || revisit_machine_is_needed(&watched) != 0)
    return;
  (void)__atomic_load_n(&watched, __ATOMIC_RELAXED); // it counts as shared once two have touched it
  revisit_machine_need(&watched);
}

static void tellSend(unsigned process, int step) {
  switch (step) {
  case REVISIT_MACHINE_SENDING:
    revisit_signals_lock(process);
    break;
  case REVISIT_MACHINE_WAKING:
    if (haveOrder())
      revisit_machine_wake(revisit_signals_of(process), EPOLLIN);
    break;
  default:
    revisit_signals_unlock(process, haveOrder());
  }
}

__attribute__((constructor)) static void sayBeforeMain(void) {
  revisit_machine_tell_sends(tellSend);
}

int revisit_libc_signalfd(int descriptor, const sigset_t* signals, int flags) {
  if (!revisit_machine_runs())
    return signalfd(descriptor, signals, flags);
  if ((flags & ~(SFD_CLOEXEC | SFD_NONBLOCK)) != 0)
    return (int)revisit_machine_result(-EINVAL);
  const uint64_t wanted = signals->__val[0] & ~(UINT64_C(1) << (SIGKILL - 1) | UINT64_C(1) << (SIGSTOP - 1));
  revisit_machine_awaits_signals(wanted);
  return (int)revisit_machine_result(descriptor == -1 ? makeDescriptor(wanted, flags)
                                                      : changeDescriptor(descriptor, wanted));
}

bool revisit_signals_are_there(MachineEntry entry) {
  return revisit_machine_signals(__atomic_load_n(signalsOf(entry.reads), __ATOMIC_SEQ_CST)) != 0;
}

bool revisit_signals_are_mine(MachineEntry entry) {
  return revisit_machine_own_signals(__atomic_load_n(signalsOf(entry.reads), __ATOMIC_SEQ_CST)) != 0;
}

long revisit_signals_read(MachineEntry entry, void* to, size_t bytes) {
  struct signalfd_siginfo* const list = to;
  const size_t room = bytes / sizeof *list;
  const uint64_t signals = __atomic_load_n(signalsOf(entry.reads), __ATOMIC_SEQ_CST);
  unsigned how = revisit_machine_how(entry);
  size_t count = 0;
  if (room == 0)
    return -EINVAL;
  for (; count < room; count++, how |= REVISIT_MACHINE_TRIES) {
    const long taken = revisit_machine_take_signal(signals, &list[count], how);
    if (taken < 0 && count == 0)
      return taken;
    if (taken < 0)
      break;
  }
  return (long)(count * sizeof *list);
}

// The same by number: see numbers.c.

long revisit_number_signalfd(long a, long b, long c) {
  return c != 8 ? revisit_machine_result(-EINVAL) : revisit_libc_signalfd((int)a, (const sigset_t*)b, 0);
}

long revisit_number_signalfd4(long a, long b, long c, long d) {
  return c != 8 ? revisit_machine_result(-EINVAL) : revisit_libc_signalfd((int)a, (const sigset_t*)b, (int)d);
}
