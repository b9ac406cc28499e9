// The table of descriptors: open, close, duplicate, and what all kinds have in common. The pass renames a program's
// calls to these functions.
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/ioctl.h>
#include <unistd.h>

static uint64_t* entryAt(int descriptor) {
  return (uint64_t*)(REVISIT_MACHINE_ADDRESS + (uint64_t)descriptor * REVISIT_MACHINE_ENTRY);
}

static uint64_t packed(MachineEntry entry) {
  return (uint64_t)entry.kind | (uint64_t)entry.reads << 16 | (uint64_t)entry.writes << 32;
}

static MachineEntry found(int descriptor) {
  if (descriptor < 0 || descriptor >= REVISIT_MACHINE_NUMBERS)
    return (MachineEntry){MachineNothing, 0, 0};
  const uint64_t word = __atomic_load_n(entryAt(descriptor), __ATOMIC_SEQ_CST);
  return (MachineEntry){(MachineKind)(word & 0xffff), (int)(word >> 16 & 0xffff), (int)(word >> 32 & 0xffff)};
}

MachineEntry revisit_machine_entry(int descriptor) {
  const MachineEntry entry = found(descriptor);
  if (entry.kind == MachineClosed)
    revisit_machine_closed(descriptor);
  return entry;
}

void revisit_machine_open(int descriptor, MachineEntry entry) {
  __atomic_store_n(entryAt(descriptor), packed(entry), __ATOMIC_SEQ_CST);
}

int revisit_machine_new(MachineKind kind, int flags) {
  const int number = revisit_machine_number();
  if (number < 0)
    return -EMFILE;
  machineStream(number)->ends[0] = (MachineShared){flags & (O_NONBLOCK | O_APPEND), 1};
  revisit_machine_open(number, (MachineEntry){kind, number, number});
  return number;
}

MachineShared* revisit_machine_shared(MachineEntry entry) {
  return &machineStream(entry.reads)->ends[entry.kind == MachinePipeWriter ? 1 : 0];
}

unsigned revisit_machine_how(MachineEntry entry) {
  const int flags = __atomic_load_n(&revisit_machine_shared(entry)->flags, __ATOMIC_SEQ_CST);
  return (flags & O_NONBLOCK) != 0 ? REVISIT_MACHINE_TRIES : 0;
}

long revisit_machine_result(long result) {
  if (result >= 0)
    return result;
  errno = (int)-result;
  return -1;
}

// Nobody has a descriptor of this opening any more.
static void endOpening(MachineEntry entry) {
  if (entry.kind == MachineFile) {
    revisit_file_close(entry);
    return;
  }
  revisit_machine_unwatch(entry);
  switch (entry.kind) {
  case MachinePipeReader:
    revisit_stream_shut(entry.kind, machineStream(entry.reads), REVISIT_MACHINE_READERS | REVISIT_MACHINE_CLOSES);
    break;
  case MachinePipeWriter:
    revisit_stream_shut(entry.kind, machineStream(entry.writes), REVISIT_MACHINE_WRITERS | REVISIT_MACHINE_CLOSES);
    break;
  case MachineSocket:
  case MachineListener:
  case MachineUnused:
    revisit_machine_end_socket(entry);
    break;
  case MachineCounter:
  case MachineSet:
  case MachineTimer:
  case MachineSignals:
  case MachineFile:
  case MachineNothing:
  case MachineClosed:
    break;
  }
}

static void closeEntry(int descriptor, MachineEntry entry) {
  revisit_machine_open(descriptor, (MachineEntry){MachineClosed, entry.reads, entry.writes});
  if (__atomic_sub_fetch(&revisit_machine_shared(entry)->references, 1, __ATOMIC_SEQ_CST) == 0)
    endOpening(entry);
}

int revisit_libc_close(int descriptor) {
  if (!revisit_machine_runs())
    return close(descriptor);
  pthread_testcancel();
  const MachineEntry entry = revisit_machine_entry(descriptor);
  if (entry.kind == MachineNothing)
    return close(descriptor);
  closeEntry(descriptor, entry);
  return 0;
}

static int duplicate(MachineEntry entry, int descriptor) {
  if (descriptor < 0)
    return (int)revisit_machine_result(-EMFILE);
  __atomic_add_fetch(&revisit_machine_shared(entry)->references, 1, __ATOMIC_SEQ_CST);
  revisit_machine_open(descriptor, entry);
  return descriptor;
}

int revisit_libc_dup(int descriptor) {
  if (!revisit_machine_runs())
    return dup(descriptor);
  const MachineEntry entry = revisit_machine_entry(descriptor);
  return entry.kind == MachineNothing ? dup(descriptor) : duplicate(entry, revisit_machine_number());
}

int revisit_libc_dup3(int descriptor, int wanted, int flags) {
  if (!revisit_machine_runs())
    return dup3(descriptor, wanted, flags);
  const MachineEntry entry = revisit_machine_entry(descriptor);
  if (entry.kind == MachineNothing)
    return dup3(descriptor, wanted, flags);
  if (wanted < 0 || wanted >= REVISIT_MACHINE_NUMBERS)
    return (int)revisit_machine_result(-EBADF);
  const MachineEntry before = found(wanted);
  if (before.kind != MachineNothing && before.kind != MachineClosed)
    closeEntry(wanted, before);
  return duplicate(entry, wanted);
}

int revisit_libc_dup2(int descriptor, int wanted) {
  if (!revisit_machine_runs())
    return dup2(descriptor, wanted);
  const MachineEntry entry = revisit_machine_entry(descriptor);
  if (entry.kind == MachineNothing)
    return dup2(descriptor, wanted);
  return descriptor == wanted ? wanted : revisit_libc_dup3(descriptor, wanted, 0);
}

static int accessOf(MachineEntry entry) {
  if (entry.kind == MachineFile)
    return machineOpening(entry)->access;
  return entry.kind == MachinePipeReader ? O_RDONLY : entry.kind == MachinePipeWriter ? O_WRONLY : O_RDWR;
}

static long control(MachineEntry entry, int command, long argument) {
  MachineShared* const shared = revisit_machine_shared(entry);
  switch (command) {
  case F_GETFL:
    return accessOf(entry) | __atomic_load_n(&shared->flags, __ATOMIC_SEQ_CST);
  case F_SETFL:
    __atomic_store_n(&shared->flags, (int)argument & (O_NONBLOCK | O_APPEND), __ATOMIC_SEQ_CST);
    return 0;
  case F_GETFD: // what a new program would get: there is none
    return FD_CLOEXEC;
  case F_SETFD:
    return 0;
  case F_DUPFD:
  case F_DUPFD_CLOEXEC: {
    const int number = revisit_machine_number();
    if (number >= 0 && number < argument)
      revisit_machine_stop("fcntl: a descriptor above the one that is given");
    return duplicate(entry, number);
  }
  case F_GETPIPE_SZ:
    return entry.kind == MachinePipeReader || entry.kind == MachinePipeWriter ? MachinePipeCapacity : -EBADF;
  default:
    if (entry.kind == MachineFile)
      return revisit_opening_lock(entry, command, (void*)argument);
    revisit_machine_stop("fcntl: a command that is not followed");
  }
}

int revisit_libc_fcntl(int descriptor, int command, ...) {
  va_list list;
  va_start(list, command);
  const long argument = va_arg(list, long);
  va_end(list);
  if (!revisit_machine_runs())
    return fcntl(descriptor, command, argument);
  if (command == F_GETFD && found(descriptor).kind == MachineClosed)
    return (int)revisit_machine_result(-EBADF); // a question, no use
  const MachineEntry entry = revisit_machine_entry(descriptor);
  if (entry.kind == MachineNothing)
    return fcntl(descriptor, command, argument);
  const long result = control(entry, command, argument);
  return (int)(command == F_DUPFD || command == F_DUPFD_CLOEXEC ? result : revisit_machine_result(result));
}

int revisit_libc_fcntl64(int descriptor, int command, ...) {
  va_list list;
  va_start(list, command);
  const long argument = va_arg(list, long);
  va_end(list);
  return revisit_libc_fcntl(descriptor, command, argument);
}

int revisit_libc_ioctl(int descriptor, unsigned long request, ...) {
  va_list list;
  va_start(list, request);
  int* const number = va_arg(list, int*);
  va_end(list);
  if (!revisit_machine_runs())
    return ioctl(descriptor, request, number);
  const MachineEntry entry = revisit_machine_entry(descriptor);
  if (entry.kind == MachineNothing)
    return ioctl(descriptor, request, number);
  if (entry.kind == MachineFile)
    revisit_machine_stop("ioctl of a file");
  if (request == FIONBIO) {
    int* const flags = &revisit_machine_shared(entry)->flags;
    if (*number != 0)
      __atomic_or_fetch(flags, O_NONBLOCK, __ATOMIC_SEQ_CST);
    else
      __atomic_and_fetch(flags, ~O_NONBLOCK, __ATOMIC_SEQ_CST);
    return 0;
  }
  if (request != FIONREAD || entry.kind == MachineCounter || entry.kind == MachineSet || entry.kind == MachineTimer ||
      entry.kind == MachineSignals)
    return (int)revisit_machine_result(-ENOTTY);
  *number = (int)revisit_machine_count(machineObject(entry.kind, machineStream(entry.reads)));
  return 0;
}
