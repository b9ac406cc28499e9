// fork, and exec in a process that it has made, in instrumented code. The pass renames a program's calls to these
// functions.
#include "abi/copies.h"
#include "c/machine/machine.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int revisit_libc_access(const char* path, int how);
// Of programs that have streams of the machine.
__attribute__((weak)) int revisit_libc_fflush(FILE* stream);

__attribute__((constructor)) static void sayBeforeMain(void) {
  revisit_machine_makes_copies();
}

// While it has other threads, what these do may still come before the end.
static void endProcess(int status, int how) {
  if ((how & REVISIT_END_HAS_THREADS) != 0) {
    if (!revisit_children_are_over(revisit_machine_process()))
      revisit_machine_limit("a process that fork has copied ends while it has several threads and children: its"
                            " descriptors stay open");
    return;
  }
  if ((how & REVISIT_END_FLUSHES) != 0 && revisit_libc_fflush != NULL)
    revisit_libc_fflush(NULL);
  revisit_machine_close_all();
  revisit_child_end(revisit_machine_process(), status);
}

pid_t revisit_libc_fork(void) {
  if (!revisit_machine_runs())
    return fork();
  revisit_machine_begin_copy();
  const unsigned process = revisit_machine_next_process();
  revisit_machine_copy_table(process);
  const int identifier = revisit_child_begin(process);
  return revisit_machine_copy_process(process, endProcess) != 0 ? identifier : 0;
}

pid_t revisit_libc__Fork(void) {
  return revisit_machine_runs() ? revisit_libc_fork() : _Fork();
}

// As POSIX allows, the process goes on at once and keeps its memory to itself.
pid_t revisit_libc_vfork(void) {
  return revisit_libc_fork();
}

// The other program is not followed: it ends well.
static int execute(const char* path) {
  if (revisit_machine_process() == 0)
    revisit_machine_stop("exec: the program would leave the exploration");
  if (strchr(path, '/') != NULL && revisit_libc_access(path, X_OK) != 0)
    return -1;
  revisit_machine_limit("what a program does that is executed is not followed: it reads its input, writes nothing, and"
                        " ends with status 0");
  revisit_machine_close_for_program();
  revisit_child_does(NULL, 0);
  _exit(0);
}

int revisit_libc_execv(const char* path, char* const arguments[]) {
  return revisit_machine_runs() ? execute(path) : execv(path, arguments);
}
int revisit_libc_execve(const char* path, char* const arguments[], char* const environment[]) {
  return revisit_machine_runs() ? execute(path) : execve(path, arguments, environment);
}
int revisit_libc_execvp(const char* path, char* const arguments[]) {
  return revisit_machine_runs() ? execute(path) : execvp(path, arguments);
}
int revisit_libc_execvpe(const char* path, char* const arguments[], char* const environment[]) {
  return revisit_machine_runs() ? execute(path) : execvpe(path, arguments, environment);
}

enum { MostWords = 1024 };

typedef enum Execution { AtPath, InSearchPath, WithEnvironment } Execution;

// The words up to the null pointer are the arguments; the environment may stand behind them.
static int executeWords(Execution execution, const char* path, const char* first, va_list* list) {
  if (revisit_machine_runs())
    return execute(path);
  char* words[MostWords];
  int count = 0;
  for (const char* word = first; word != NULL; word = va_arg(*list, const char*)) {
    if (count == MostWords - 1) {
      errno = E2BIG;
      return -1;
    }
    words[count++] = (char*)word;
  }
  words[count] = NULL;
  switch (execution) {
  case AtPath:
    return execv(path, words);
  case InSearchPath:
    return execvp(path, words);
  case WithEnvironment:
    return execve(path, words, va_arg(*list, char* const*));
  }
  return -1;
}

int revisit_libc_execl(const char* path, const char* first, ...) {
  va_list list;
  va_start(list, first);
  const int result = executeWords(AtPath, path, first, &list);
  va_end(list);
  return result;
}
int revisit_libc_execlp(const char* path, const char* first, ...) {
  va_list list;
  va_start(list, first);
  const int result = executeWords(InSearchPath, path, first, &list);
  va_end(list);
  return result;
}
int revisit_libc_execle(const char* path, const char* first, ...) {
  va_list list;
  va_start(list, first);
  const int result = executeWords(WithEnvironment, path, first, &list);
  va_end(list);
  return result;
}
