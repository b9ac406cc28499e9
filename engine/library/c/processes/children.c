// Processes and their ends: wait and its relatives in instrumented code. A process puts its status into a stream when
// it has ended, and then closes the stream, so that whoever waits for it once more is told that there is none. The pass
// renames a program's calls to these functions.
#include "abi/copies.h"
#include "abi/sends.h"
#include "c/machine/machine.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MostChildren = 128 };
// Of a process: it goes on, it puts its status at once, somebody has waited for it. As REVISIT_MACHINE_ENDING says.
typedef enum ProcessEnding { GoesOn, Ends, IsTaken } ProcessEnding;

// What a process knows of its children, and they of it.
typedef struct MachineFamily {
  uint64_t notices; // the runtime's
  uint64_t ending;  // of the process: a ProcessEnding
  int count;
  int child[MostChildren]; // their numbers
  unsigned parent;
  bool isProgram; // that is executed, so that nobody knows how it ends
} MachineFamily;

ssize_t revisit_libc_read(int descriptor, void* to, size_t bytes);
ssize_t revisit_libc_write(int descriptor, const void* from, size_t bytes);

static MachineFamily* familyOf(unsigned process) {
  return (MachineFamily*)(REVISIT_MACHINE_PROCESSES + process * REVISIT_MACHINE_PROCESS_STRIDE +
                          REVISIT_MACHINE_CHILDREN);
}

static MachineStream* statusOf(int process) {
  return machineStream(REVISIT_MACHINE_NUMBERS + process);
}

int revisit_child_begin(unsigned process) {
  const unsigned parent = revisit_machine_process();
  MachineFamily* const family = familyOf(parent);
  const int count = __atomic_load_n(&family->count, __ATOMIC_SEQ_CST);
  if (count == MostChildren)
    revisit_machine_stop("a process with more than 128 children");
  familyOf(process)->parent = parent;
  family->child[count] = (int)process;
  __atomic_store_n(&family->count, count + 1, __ATOMIC_SEQ_CST);
  return REVISIT_MACHINE_IDENTIFIER + (int)process;
}

// The signal comes first: who has waited for the process has got it. Who does not wait sees the mark, and then waits
// for what comes at once.
void revisit_child_end(unsigned process, int status) {
  MachineFamily* const family = familyOf(process);
  const unsigned parent = family->parent;
  __atomic_store_n(&family->ending, Ends, __ATOMIC_SEQ_CST);
  if (process == 0) // nobody waits for it
    return;
  revisit_machine_tell_end(parent, process, family->isProgram ? -1 : status);
  MachineStream* const stream = statusOf((int)process);
  revisit_stream_write(MachineChild, stream, &status, sizeof status, 0);
  revisit_stream_shut(MachineChild, stream, REVISIT_MACHINE_WRITERS);
}

static uint64_t endingOf(int process) {
  return __atomic_load_n(&familyOf((unsigned)process)->ending, __ATOMIC_SEQ_CST);
}

int revisit_children_are_over(unsigned process) {
  MachineFamily* const family = familyOf(process);
  const int count = __atomic_load_n(&family->count, __ATOMIC_SEQ_CST);
  for (int i = 0; i < count; i++)
    if (endingOf(family->child[i]) != IsTaken || !revisit_children_are_over((unsigned)family->child[i]))
      return 0;
  return 1;
}

// Waits for the end of the child. 1; 0: somebody else has taken its status; or a negative error number.
static long takeStatus(MachineFamily* family, int index, int* status, bool keeps) {
  const long taken = revisit_stream_read(MachineChild, statusOf(family->child[index]), status, sizeof *status,
                                         keeps ? REVISIT_MACHINE_KEEPS : 0);
  if (taken > 0 && !keeps)
    __atomic_store_n(&familyOf((unsigned)family->child[index])->ending, IsTaken, __ATOMIC_SEQ_CST);
  revisit_machine_runs(); // a handler for the child's signal, which came before, runs before the call returns
  return taken > 0 ? 1 : taken;
}

typedef struct AnyChild {
  MachineFamily* family;
  int found;  // the first child whose status nobody has taken and that has ended; -1: there is none
  bool isAny; // some status is still to be taken
} AnyChild;

static MachineRound lookAtChildren(void* what) {
  AnyChild* const any = what;
  const int count = __atomic_load_n(&any->family->count, __ATOMIC_SEQ_CST);
  any->found = -1;
  any->isAny = false;
  for (int i = 0; i < count && any->found < 0; i++) {
    const uint64_t ending = endingOf(any->family->child[i]);
    any->isAny |= ending != IsTaken;
    if (ending == Ends)
      any->found = i;
  }
  return machineRound(any->found >= 0 || !any->isAny);
}

// The index of a child with a status; a negative error number; MostChildren: none has ended, and it does not wait.
static long takeAny(MachineFamily* family, int* status, bool waits, bool keeps) {
  for (;;) {
    AnyChild any = {family, -1, false};
    const long problem = revisit_machine_go_round(lookAtChildren, &any, waits, 0, NULL);
    if (any.found < 0 && problem != 0)
      return problem;
    if (any.found < 0)
      return any.isAny ? MostChildren : -ECHILD;
    const long taken = takeStatus(family, any.found, status, keeps);
    if (taken != 0)
      return taken < 0 ? taken : any.found;
  }
}

// Returns the identifier, 0 if none has ended and it does not wait, or a negative error number.
static long waitFor(int identifier, int* status, int options, bool keeps) {
  MachineFamily* const family = familyOf(revisit_machine_process());
  const bool waits = (options & WNOHANG) == 0;
  if (revisit_machine_ignores_children())
    revisit_machine_stop("a wait for a child while SIGCHLD is ignored");
  if (identifier < -1)
    revisit_machine_stop("a wait for a group of processes");
  if (identifier == -1 || identifier == 0) {
    const long index = takeAny(family, status, waits, keeps);
    return index < 0 ? index : index == MostChildren ? 0 : REVISIT_MACHINE_IDENTIFIER + family->child[index];
  }
  const int count = __atomic_load_n(&family->count, __ATOMIC_SEQ_CST);
  for (int i = 0; i < count; i++)
    if (family->child[i] == identifier - REVISIT_MACHINE_IDENTIFIER) {
      const uint64_t ending = waits ? GoesOn : endingOf(family->child[i]);
      if (!waits && ending != Ends)
        return ending == IsTaken ? -ECHILD : 0;
      const long taken = takeStatus(family, i, status, keeps);
      return taken > 0 ? identifier : taken < 0 ? taken : -ECHILD;
    }
  return -ECHILD;
}

long revisit_child_wait(int identifier, int* status) {
  const long found = waitFor(identifier, status, 0, false);
  return found < 0 ? found : 0;
}

pid_t revisit_libc_waitpid(pid_t identifier, int* status, int options) {
  if (!revisit_machine_runs())
    return waitpid(identifier, status, options);
  pthread_testcancel();
  if ((options & ~(WNOHANG | WUNTRACED | WCONTINUED)) != 0)
    return (pid_t)revisit_machine_result(-EINVAL);
  int found = 0;
  const long result = waitFor(identifier, &found, options, false);
  if (result > 0 && status != NULL)
    *status = found;
  return (pid_t)revisit_machine_result(result);
}

pid_t revisit_libc_wait(int* status) {
  return revisit_machine_runs() ? revisit_libc_waitpid(-1, status, 0) : wait(status);
}

pid_t revisit_libc_wait4(pid_t identifier, int* status, int options, struct rusage* usage) {
  if (!revisit_machine_runs())
    return wait4(identifier, status, options, usage);
  if (usage != NULL)
    memset(usage, 0, sizeof *usage);
  return revisit_libc_waitpid(identifier, status, options);
}

pid_t revisit_libc_wait3(int* status, int options, struct rusage* usage) {
  return revisit_machine_runs() ? revisit_libc_wait4(-1, status, options, usage) : wait3(status, options, usage);
}

int revisit_libc_waitid(idtype_t type, id_t which, siginfo_t* information, int options) {
  if (!revisit_machine_runs())
    return waitid(type, which, information, options);
  pthread_testcancel();
  if ((type != P_ALL && type != P_PID) || (options & WEXITED) == 0)
    revisit_machine_stop("waitid for something else than the end of a child");
  int status = 0;
  const long found = waitFor(type == P_ALL ? -1 : (int)which, &status, options, (options & WNOWAIT) != 0);
  if (found < 0)
    return (int)revisit_machine_result(found);
  if (information == NULL)
    return 0;
  siginfo_t told;
  memset(&told, 0, sizeof told);
  if (found > 0) {
    told.si_signo = SIGCHLD;
    told.si_code = WIFEXITED(status) ? CLD_EXITED : CLD_KILLED;
    told.si_pid = (pid_t)found;
    told.si_uid = getuid();
    told.si_status = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
  }
  *information = told;
  return 0;
}

void revisit_child_does(const void* output, size_t bytes) {
  familyOf(revisit_machine_process())->isProgram = true;
  char taken[256];
  if (revisit_machine_entry(STDIN_FILENO).kind == MachinePipeReader)
    while (revisit_libc_read(STDIN_FILENO, taken, sizeof taken) > 0) {
    }
  if (bytes != 0 && machineIsPipe(revisit_machine_entry(STDOUT_FILENO).kind))
    revisit_libc_write(STDOUT_FILENO, output, bytes);
}
