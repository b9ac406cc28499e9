// Other programs: system, popen and posix_spawn in instrumented code. Nothing is executed. What a program writes and
// how it ends are unknown inputs, so this is linked into programs that call one of these functions only. The pass
// renames a program's calls to these functions.
#include "abi/copies.h"
#include "c/machine/texts/texts.h"

#include <errno.h>
#include <fcntl.h>
#include <revisit.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int revisit_libc_pipe2(int descriptors[2], int flags);
int revisit_libc_close(int descriptor);
int revisit_libc_dup2(int descriptor, int wanted);
int revisit_libc_open(const char* path, int flags, ...);
FILE* revisit_libc_fdopen(int descriptor, const char* mode);
int revisit_libc_fclose(FILE* stream);

enum { MostOutput = 4, ActionNumbers = 3, LastSignal = 64 };

// The program has ended by itself, or by a signal that ends a program where it does nothing about it. One number, so
// that nothing is decided where nobody asks.
static int unknownStatus(const char* name) {
  const unsigned status = revisit_nondet_ushort(name), number = status & 0x7f;
  const bool ends = (number >= SIGHUP) & (number <= LastSignal) & (number != SIGCHLD) & (number != SIGCONT) &
                    (number != SIGSTOP) & (number != SIGTSTP) & (number != SIGTTIN) & (number != SIGTTOU) &
                    (number != SIGURG) & (number != SIGWINCH);
  revisit_assume(((status & 0xff) == 0) | ((status >> 7 == 0) & ends));
  return (int)status;
}

// The descriptors of the new process are those of its table. Whoever reads more than this is told.
static void runProgram(long process) {
  revisit_machine_close_for_program();
  char output[MostOutput];
  size_t bytes = 0;
  if (machineIsPipe(revisit_machine_entry(STDOUT_FILENO).kind)) {
    while (bytes < MostOutput && revisit_nondet_bool("the program writes more"))
      output[bytes++] = revisit_nondet_char("output of a program");
    if (bytes == MostOutput)
      revisit_machine_limit("a program that is executed writes at most 4 bytes");
  }
  revisit_child_does(output, bytes);
  revisit_machine_close_all();
  revisit_child_end((unsigned)process, unknownStatus("status of a program"));
}

int revisit_libc_system(const char* command) {
  if (!revisit_machine_runs())
    return system(command);
  return command == NULL ? 1 : unknownStatus("status of system");
}

// What becomes standard input or output of the next process, and which of its descriptors are closed.
static void giveTo(unsigned process, int descriptor, int as) {
  const MachineEntry entry = revisit_machine_entry(descriptor);
  if (entry.kind != MachineNothing)
    revisit_machine_pass_on(process, as, entry);
}

FILE* revisit_libc_popen(const char* command, const char* mode) {
  if (!revisit_machine_runs())
    return popen(command, mode);
  const bool reads = mode[0] == 'r';
  if (!reads && mode[0] != 'w') {
    errno = EINVAL;
    return NULL;
  }
  int ends[2];
  if (revisit_libc_pipe2(ends, O_CLOEXEC) != 0)
    return NULL;
  const int ours = ends[reads ? 0 : 1], theirs = ends[reads ? 1 : 0];
  const unsigned process = revisit_machine_next_process();
  revisit_machine_begin_table();
  revisit_machine_copy_table(process);
  giveTo(process, theirs, reads ? STDOUT_FILENO : STDIN_FILENO);
  const int identifier = revisit_child_begin(process);
  revisit_machine_end_table();
  revisit_machine_start_process(process, runProgram, "popen");
  revisit_libc_close(theirs);
  FILE* const stream = revisit_libc_fdopen(ours, mode);
  ((MachineText*)stream)->child = identifier;
  return stream;
}

int revisit_libc_pclose(FILE* stream) {
  if (!machineIsText(stream))
    return pclose(stream);
  const int identifier = ((MachineText*)stream)->child;
  revisit_libc_fclose(stream);
  int status = 0;
  const long result = revisit_child_wait(identifier, &status);
  return result < 0 ? (int)revisit_machine_result(result) : status;
}

// Actions on descriptors lie in the part of the structure that the C library leaves alone.
typedef struct Actions {
  int number[1 + 5 * ActionNumbers]; // how many, and what each does
} Actions;
enum { Closes = 1, Duplicates };

static Actions* actionsIn(posix_spawn_file_actions_t* actions) {
  return (Actions*)actions->__pad;
}

int revisit_libc_posix_spawn_file_actions_init(posix_spawn_file_actions_t* actions) {
  if (!revisit_machine_runs())
    return posix_spawn_file_actions_init(actions);
  memset(actions, 0, sizeof *actions);
  return 0;
}

int revisit_libc_posix_spawn_file_actions_destroy(posix_spawn_file_actions_t* actions) {
  return revisit_machine_runs() ? 0 : posix_spawn_file_actions_destroy(actions);
}

static int add(posix_spawn_file_actions_t* actions, int what, int from, int to) {
  int* const numbers = actionsIn(actions)->number;
  if (numbers[0] == 5)
    revisit_machine_stop("posix_spawn with more than 5 actions on descriptors");
  int* const action = numbers + 1 + numbers[0] * ActionNumbers;
  action[0] = what;
  action[1] = from;
  action[2] = to;
  numbers[0]++;
  return 0;
}

int revisit_libc_posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t* actions, int from, int to) {
  return revisit_machine_runs() ? add(actions, Duplicates, from, to)
                                : posix_spawn_file_actions_adddup2(actions, from, to);
}

int revisit_libc_posix_spawn_file_actions_addclose(posix_spawn_file_actions_t* actions, int descriptor) {
  return revisit_machine_runs() ? add(actions, Closes, descriptor, 0)
                                : posix_spawn_file_actions_addclose(actions, descriptor);
}

int revisit_libc_posix_spawn_file_actions_addopen(posix_spawn_file_actions_t* actions, int descriptor, const char* path,
                                                  int flags, mode_t mode) {
  if (!revisit_machine_runs())
    return posix_spawn_file_actions_addopen(actions, descriptor, path, flags, mode);
  revisit_machine_stop("posix_spawn_file_actions_addopen");
}

// The table of the new process is made as the calling process' is, with the actions.
static int spawn(pid_t* identifier, const posix_spawn_file_actions_t* actions) {
  const unsigned process = revisit_machine_next_process();
  revisit_machine_begin_table();
  revisit_machine_copy_table(process);
  if (actions != NULL) {
    const int* const numbers = actionsIn((posix_spawn_file_actions_t*)actions)->number;
    for (int i = 0; i < numbers[0]; i++) {
      const int* const action = numbers + 1 + i * ActionNumbers;
      if (action[0] == Closes)
        revisit_machine_pass_on(process, action[1], (MachineEntry){MachineClosed, 0, 0});
      else
        giveTo(process, action[1], action[2]);
    }
  }
  const int made = revisit_child_begin(process);
  revisit_machine_end_table();
  revisit_machine_start_process(process, runProgram, "program");
  if (identifier != NULL)
    *identifier = made;
  return 0;
}

int revisit_libc_posix_spawn(pid_t* identifier, const char* path, const posix_spawn_file_actions_t* actions,
                             const posix_spawnattr_t* attributes, char* const arguments[], char* const environment[]) {
  return revisit_machine_runs() ? spawn(identifier, actions)
                                : posix_spawn(identifier, path, actions, attributes, arguments, environment);
}

int revisit_libc_posix_spawnp(pid_t* identifier, const char* file, const posix_spawn_file_actions_t* actions,
                              const posix_spawnattr_t* attributes, char* const arguments[], char* const environment[]) {
  return revisit_machine_runs() ? spawn(identifier, actions)
                                : posix_spawnp(identifier, file, actions, attributes, arguments, environment);
}
