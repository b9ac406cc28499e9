// signalfd in instrumented code. What it holds is what is pending for the thread that looks at it, and for the process.
// The pass renames a program's calls to these functions.
#include "machine.h"

#include <errno.h>
#include <sys/signalfd.h>

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
  __atomic_store_n(signalsOf(entry.reads), signals, __ATOMIC_SEQ_CST);
  return descriptor;
}

int revisit_libc_signalfd(int descriptor, const sigset_t* signals, int flags) {
  if (!revisit_machine_runs())
    return signalfd(descriptor, signals, flags);
  if ((flags & ~(SFD_CLOEXEC | SFD_NONBLOCK)) != 0)
    return (int)revisit_machine_result(-EINVAL);
  const uint64_t wanted = signals->__val[0] & ~(UINT64_C(1) << (SIGKILL - 1) | UINT64_C(1) << (SIGSTOP - 1));
  return (int)revisit_machine_result(descriptor == -1 ? makeDescriptor(wanted, flags)
                                                      : changeDescriptor(descriptor, wanted));
}

bool revisit_signals_are_there(MachineEntry entry) {
  return revisit_machine_signals(__atomic_load_n(signalsOf(entry.reads), __ATOMIC_SEQ_CST)) != 0;
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
