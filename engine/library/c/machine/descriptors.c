// The table of descriptors: open, close, duplicate, and what all kinds have in common. The pass renames a program's
// calls to these functions.
#include "files.h"

#include "c/machine/queues/posix.h"
#include "c/machine/watching/notices.h"
#include "c/system/credentials.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/ioctl.h>
#include <unistd.h>

// In a word of the table, beside what it stands for: a new program does not have it. Of an entry, in `writes`.
static const uint64_t closing = UINT64_C(1) << 48;
enum { MarkOfEntry = 1 << 16 };

static uint64_t* entryOf(unsigned process, int descriptor) {
  const uint64_t table =
      process == 0 ? REVISIT_MACHINE_ADDRESS : REVISIT_MACHINE_PROCESSES + process * REVISIT_MACHINE_PROCESS_STRIDE;
  return (uint64_t*)(table + (uint64_t)descriptor * REVISIT_MACHINE_ENTRY);
}

static uint64_t* entryAt(int descriptor) {
  return entryOf(revisit_machine_process(), descriptor);
}

static uint64_t packed(MachineEntry entry) {
  return (uint64_t)entry.kind | (uint64_t)entry.reads << 16 | (uint64_t)entry.writes << 32;
}

static MachineEntry unpacked(uint64_t word) {
  return (MachineEntry){(MachineKind)(word & 0xffff), (int)(word >> 16 & 0xffff), (int)(word >> 32 & 0xffff)};
}

MachineEntry revisit_machine_marked(MachineEntry entry, bool closes) {
  return (MachineEntry){entry.kind, entry.reads, entry.writes | (closes ? MarkOfEntry : 0)};
}

static MachineEntry found(int descriptor) {
  if (descriptor < 0 || descriptor >= REVISIT_MACHINE_NUMBERS)
    return (MachineEntry){MachineNothing, 0, 0};
  return unpacked(machineLoad(entryAt(descriptor)));
}

static bool isOpen(MachineEntry entry) {
  return entry.kind != MachineNothing && entry.kind != MachineClosed;
}

MachineEntry revisit_machine_entry(int descriptor) {
  const MachineEntry entry = found(descriptor);
  if (entry.kind == MachineClosed)
    revisit_machine_closed(descriptor);
  return entry;
}

// For users. None for what is closed.
static const char* wordFor(MachineKind kind) {
  switch (kind) {
  case MachinePipeReader:
  case MachinePipeWriter:
    return "pipe";
  case MachineCounter:
    return "eventfd";
  case MachineSet:
    return "epoll";
  case MachineUnused:
  case MachineSocket:
  case MachinePackets:
  case MachineDatagrams:
  case MachineUdp:
    return "socket";
  case MachineListener:
    return "socket server";
  case MachineTimer:
    return "timer";
  case MachineFile:
    return "file";
  case MachineSignals:
    return "signalfd";
  case MachineNotices:
    return "inotify";
  case MachineQueue:
    return "message queue";
  case MachineNothing:
  case MachineClosed:
  case MachineChild:
    break;
  }
  return "";
}

static const char* partFor(MachineKind kind) {
  return kind == MachinePipeReader ? "read end" : kind == MachinePipeWriter ? "write end" : "";
}

static void nameEntry(int descriptor, MachineEntry entry) {
  revisit_machine_name_descriptor(descriptor, wordFor(entry.kind), partFor(entry.kind), entry.reads,
                                  entry.writes & ~MarkOfEntry);
}

void revisit_machine_open(int descriptor, MachineEntry entry) {
  nameEntry(descriptor, entry);
  machineStore(entryAt(descriptor), packed(entry));
}

// The lowest number that is free; that is what its entry in the table is from now on.
static int lowestFree(uint64_t word, int least) {
  for (int number = least; number < REVISIT_MACHINE_NUMBERS; number++) {
    uint64_t before = machineLoad(entryAt(number));
    const bool isFree = (before == 0 && number > 2) || (before & 0xffff) == MachineClosed;
    if (isFree &&
        __atomic_compare_exchange_n(entryAt(number), &before, word, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
      return number;
  }
  return -EMFILE;
}

int revisit_machine_give(MachineEntry entry, int least) {
  if (revisit_machine_gives_lowest()) {
    const int lowest = lowestFree(packed(entry), least);
    if (lowest >= 0)
      nameEntry(lowest, entry);
    return lowest;
  }
  const int number = revisit_machine_number();
  if (number < 0)
    return -EMFILE;
  if (number < least)
    revisit_machine_stop("fcntl: a descriptor above the one that is given");
  revisit_machine_open(number, entry);
  return number;
}

// Nothing, but not free.
static const uint64_t reserved = UINT64_C(1) << 16;

int revisit_machine_reserve(void) {
  return revisit_machine_gives_lowest() ? lowestFree(reserved, 0) : 0;
}

void revisit_machine_give_back(int descriptor) {
  if (descriptor > 0)
    machineStore(entryAt(descriptor), UINT64_C(0));
}

int revisit_machine_new(MachineKind kind, int flags, int* place) {
  *place = revisit_machine_number();
  if (*place < 0)
    return -EMFILE;
  const bool closes = machineIsPipe(kind) && (flags & O_CLOEXEC) != 0;
  const MachineEntry entry = revisit_machine_marked((MachineEntry){kind, *place, *place}, closes);
  machineStream(*place)->ends[0] = (MachineShared){flags & (O_NONBLOCK | O_APPEND), 1};
  if (revisit_machine_gives_lowest())
    return revisit_machine_give(entry, 0);
  revisit_machine_open(*place, entry);
  return *place;
}

MachineShared* revisit_machine_shared(MachineEntry entry) {
  return &machineStream(entry.reads)->ends[entry.kind == MachinePipeWriter ? 1 : 0];
}

_Static_assert(MachineFlagsOfFcntl == (O_NONBLOCK | O_APPEND), "what fcntl sets");

int revisit_machine_flags(MachineEntry entry) {
  return machineLoad(&revisit_machine_shared(entry)->flags);
}

void revisit_machine_set_flags(MachineEntry entry, int flags, bool set) {
  int* const all = &revisit_machine_shared(entry)->flags;
  if (set)
    __atomic_or_fetch(all, flags, __ATOMIC_SEQ_CST);
  else
    __atomic_and_fetch(all, ~flags, __ATOMIC_SEQ_CST);
}

unsigned revisit_machine_how(MachineEntry entry) {
  return (revisit_machine_flags(entry) & O_NONBLOCK) != 0 ? REVISIT_MACHINE_TRIES : 0;
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
  case MachinePackets:
  case MachineDatagrams:
  case MachineUdp:
  case MachineListener:
  case MachineUnused:
    revisit_machine_end_socket(entry);
    break;
  case MachineNotices:
    revisit_notices_end(entry);
    break;
  case MachineCounter:
  case MachineSet:
  case MachineTimer:
  case MachineSignals:
  case MachineQueue:
  case MachineFile:
  case MachineChild:
  case MachineNothing:
  case MachineClosed:
    break;
  }
}

void revisit_machine_end_reference(MachineEntry entry) {
  if (__atomic_sub_fetch(&revisit_machine_shared(entry)->references, 1, __ATOMIC_SEQ_CST) == 0)
    endOpening(entry);
}

static void closeEntry(int descriptor, MachineEntry entry) {
  if (entry.kind == MachineQueue)
    revisit_mqueue_closes(entry);
  revisit_machine_open(descriptor, (MachineEntry){MachineClosed, entry.reads, entry.writes});
  revisit_machine_end_reference(entry);
}

void revisit_machine_close_all(void) {
  for (unsigned i = revisit_machine_next_entry(0); i < REVISIT_MACHINE_NUMBERS; i = revisit_machine_next_entry(i + 1)) {
    const MachineEntry entry = found((int)i);
    if (isOpen(entry))
      closeEntry((int)i, entry);
  }
}

// Of those that are not standard input or output, it has pipes.
void revisit_machine_close_for_program(void) {
  for (unsigned i = revisit_machine_next_entry(0); i < REVISIT_MACHINE_NUMBERS; i = revisit_machine_next_entry(i + 1)) {
    const uint64_t word = machineLoad(entryAt((int)i));
    const MachineEntry entry = unpacked(word);
    if (isOpen(entry) && ((word & closing) != 0 || (i > STDERR_FILENO && !machineIsPipe(entry.kind))))
      closeEntry((int)i, entry);
  }
}

void revisit_machine_copy_table(unsigned process) {
  revisit_user_copy(process);
  for (unsigned i = revisit_machine_next_entry(0); i < REVISIT_MACHINE_NUMBERS; i = revisit_machine_next_entry(i + 1)) {
    const uint64_t word = machineLoad(entryAt((int)i));
    if (isOpen(unpacked(word)))
      __atomic_add_fetch(&revisit_machine_shared(unpacked(word))->references, 1, __ATOMIC_SEQ_CST);
    machineStore(entryOf(process, (int)i), word);
  }
}

void revisit_machine_pass_on(unsigned process, int descriptor, MachineEntry entry) {
  if (descriptor < 0 || descriptor >= REVISIT_MACHINE_NUMBERS)
    return;
  uint64_t* const word = entryOf(process, descriptor);
  const MachineEntry before = unpacked(machineLoad(word));
  if (isOpen(entry))
    __atomic_add_fetch(&revisit_machine_shared(entry)->references, 1, __ATOMIC_SEQ_CST);
  if (isOpen(before))
    revisit_machine_end_reference(before);
  machineStore(word, packed(entry));
}

void revisit_machine_closes(int descriptor, bool closes) {
  if (closes)
    __atomic_or_fetch(entryAt(descriptor), closing, __ATOMIC_SEQ_CST);
  else
    __atomic_and_fetch(entryAt(descriptor), ~closing, __ATOMIC_SEQ_CST);
}

static void closeFound(int descriptor, MachineEntry entry) {
  if (entry.kind == MachineFile)
    revisit_opening_closes(descriptor, entry);
  closeEntry(descriptor, entry);
}

int revisit_libc_close(int descriptor) {
  if (!revisit_machine_runs())
    return close(descriptor);
  pthread_testcancel();
  const MachineEntry entry = revisit_machine_entry(descriptor);
  if (entry.kind == MachineNothing)
    return close(descriptor);
  closeFound(descriptor, entry);
  return 0;
}

int revisit_libc_close_range(unsigned first, unsigned last, int flags) {
  if (!revisit_machine_runs())
    return close_range(first, last, flags);
  if (first > last || (flags & ~(int)(CLOSE_RANGE_CLOEXEC | CLOSE_RANGE_UNSHARE)) != 0)
    return (int)revisit_machine_result(-EINVAL);
  // Each entry is read: a descriptor that another thread opens meanwhile is closed, too, or is not.
  for (unsigned i = first; i < REVISIT_MACHINE_NUMBERS && i <= last; i++) {
    const MachineEntry entry = found((int)i);
    if (!isOpen(entry))
      continue;
    if ((flags & CLOSE_RANGE_CLOEXEC) != 0)
      revisit_machine_closes((int)i, true);
    else
      closeFound((int)i, entry);
  }
  return 0;
}

void revisit_libc_closefrom(int first) {
  if (revisit_machine_runs())
    revisit_libc_close_range(first > 0 ? (unsigned)first : 0, ~0u, 0);
  else
    closefrom(first);
}

static int duplicateTo(MachineEntry entry, int descriptor, bool closes) {
  __atomic_add_fetch(&revisit_machine_shared(entry)->references, 1, __ATOMIC_SEQ_CST);
  revisit_machine_open(descriptor, revisit_machine_marked(entry, closes));
  return descriptor;
}

static int duplicate(MachineEntry entry, int least, bool closes) {
  __atomic_add_fetch(&revisit_machine_shared(entry)->references, 1, __ATOMIC_SEQ_CST);
  const int number = revisit_machine_give(revisit_machine_marked(entry, closes), least);
  if (number < 0)
    __atomic_sub_fetch(&revisit_machine_shared(entry)->references, 1, __ATOMIC_SEQ_CST);
  return (int)revisit_machine_result(number);
}

int revisit_libc_dup(int descriptor) {
  if (!revisit_machine_runs())
    return dup(descriptor);
  const MachineEntry entry = revisit_machine_entry(descriptor);
  return entry.kind == MachineNothing ? dup(descriptor) : duplicate(entry, 0, false);
}

int revisit_libc_dup3(int descriptor, int wanted, int flags) {
  if (!revisit_machine_runs())
    return dup3(descriptor, wanted, flags);
  const MachineEntry entry = revisit_machine_entry(descriptor);
  if (entry.kind == MachineNothing)
    return dup3(descriptor, wanted, flags);
  if (descriptor == wanted || (flags & ~O_CLOEXEC) != 0)
    return (int)revisit_machine_result(-EINVAL);
  if (wanted < 0 || wanted >= REVISIT_MACHINE_NUMBERS)
    return (int)revisit_machine_result(-EBADF);
  const MachineEntry before = found(wanted);
  if (before.kind == MachineFile)
    revisit_opening_closes(wanted, before);
  if (isOpen(before))
    closeEntry(wanted, before);
  return duplicateTo(entry, wanted, (flags & O_CLOEXEC) != 0 && machineIsPipe(entry.kind));
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
  if (entry.kind == MachineQueue)
    return revisit_mqueue_access(entry);
  return entry.kind == MachinePipeReader ? O_RDONLY : entry.kind == MachinePipeWriter ? O_WRONLY : O_RDWR;
}

static void setFlags(int* flags, int wanted) {
  int before = machineLoad(flags);
  while (!__atomic_compare_exchange_n(flags, &before, (before & ~MachineFlagsOfFcntl) | wanted, false, __ATOMIC_SEQ_CST,
                                      __ATOMIC_SEQ_CST))
    ;
}

static long control(int descriptor, MachineEntry entry, int command, long argument) {
  MachineShared* const shared = revisit_machine_shared(entry);
  switch (command) {
  case F_GETFL:
    return accessOf(entry) | (revisit_machine_flags(entry) & MachineFlagsOfFcntl);
  case F_SETFL:
    setFlags(&shared->flags, (int)argument & MachineFlagsOfFcntl);
    return 0;
  case F_GETFD: // of others than pipes, a new program has none
    return !machineIsPipe(entry.kind) || (machineLoad(entryAt(descriptor)) & closing) != 0 ? FD_CLOEXEC : 0;
  case F_SETFD:
    if (machineIsPipe(entry.kind))
      revisit_machine_closes(descriptor, (argument & FD_CLOEXEC) != 0);
    return 0;
  case F_DUPFD:
  case F_DUPFD_CLOEXEC:
    return argument < 0 || argument >= REVISIT_MACHINE_NUMBERS
               ? (int)revisit_machine_result(-EINVAL)
               : duplicate(entry, (int)argument, command == F_DUPFD_CLOEXEC && machineIsPipe(entry.kind));
  case F_GETPIPE_SZ:
    return machineIsPipe(entry.kind) ? revisit_pipe_size(entry) : -EBADF;
  case F_SETPIPE_SZ:
    return machineIsPipe(entry.kind) ? revisit_pipe_resize(entry, argument) : -EBADF;
  default:
    if (entry.kind == MachineFile)
      return revisit_opening_lock(descriptor, entry, command, (void*)argument);
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
  const long result = control(descriptor, entry, command, argument);
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
    revisit_machine_set_flags(entry, O_NONBLOCK, *number != 0);
    return 0;
  }
  if (request != FIONREAD || entry.kind == MachineCounter || entry.kind == MachineSet || entry.kind == MachineTimer ||
      entry.kind == MachineSignals || entry.kind == MachineQueue)
    return (int)revisit_machine_result(-ENOTTY);
  if (entry.kind == MachineNotices) {
    *number = (int)revisit_notices_bytes(entry);
    return 0;
  }
  *number = (int)(machineHasMessages(entry.kind)
                      ? revisit_message_bytes(entry)
                      : revisit_machine_count(machineObject(entry.kind, machineStream(entry.reads))));
  return 0;
}
