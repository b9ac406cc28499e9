// Pipes and eventfd in instrumented code. The pass renames a program's calls to these functions.
#include "machine.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/eventfd.h>
#include <unistd.h>

int revisit_libc_pipe2(int descriptors[2], int flags) {
  if (!revisit_machine_runs())
    return pipe2(descriptors, flags);
  if ((flags & ~(O_CLOEXEC | O_NONBLOCK)) != 0)
    return (int)revisit_machine_result(-EINVAL);
  const int reader = revisit_machine_new(MachinePipeReader, flags);
  const int writer = revisit_machine_number();
  if (reader < 0 || writer < 0)
    return (int)revisit_machine_result(-EMFILE);
  machineStream(reader)->ends[1] = (MachineShared){flags & O_NONBLOCK, 1};
  revisit_machine_open(writer, (MachineEntry){MachinePipeWriter, reader, reader});
  if ((flags & O_CLOEXEC) != 0) {
    revisit_machine_closes(reader, true);
    revisit_machine_closes(writer, true);
  }
  descriptors[0] = reader;
  descriptors[1] = writer;
  return 0;
}

int revisit_libc_pipe(int descriptors[2]) {
  return revisit_machine_runs() ? revisit_libc_pipe2(descriptors, 0) : pipe(descriptors);
}

int revisit_libc_eventfd(unsigned first, int flags) {
  if (!revisit_machine_runs())
    return eventfd(first, flags);
  if ((flags & ~(EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE)) != 0)
    return (int)revisit_machine_result(-EINVAL);
  const int number = revisit_machine_new(MachineCounter, flags);
  if (number < 0)
    return (int)revisit_machine_result(number);
  MachineStream* const counter = machineStream(number);
  counter->isSemaphore = (flags & EFD_SEMAPHORE) != 0;
  if (first != 0)
    revisit_counter_add(counter, first, 0);
  return number;
}
