// Other programs: nothing is executed; what they write and how they end is unknown. -DCASE=... names the case,
// -DWRONG=1 its wrong variant.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#undef NDEBUG
#ifndef WRONG
#define WRONG 0
#endif

extern char** environ;
static int status, ends[2];

static void system_status(void) {
  assert(system(NULL) != 0);
  const int result = system("true");
  assert(WIFEXITED(result) || WIFSIGNALED(result));
  if (WRONG)
    assert(WEXITSTATUS(result) != 77);
}

// A line may be missing, or have no end.
static void popen_line(void) {
  char line[16];
  FILE* const stream = popen("hostname", "r");
  assert(stream != NULL);
  if (fgets(line, sizeof line, stream) == NULL) {
    if (WRONG)
      assert(feof(stream) && 0);
    line[0] = 0;
  }
  line[strcspn(line, "\n")] = 0;
  assert(strlen(line) < sizeof line);
  status = pclose(stream);
  assert(status != -1);
}

static void popen_number(void) {
  int number = 0;
  FILE* const stream = popen("nproc", "r");
  assert(stream != NULL);
  const int count = fscanf(stream, "%1d", &number);
  pclose(stream);
  const int all = 100 / (WRONG || count == 1 ? (WRONG ? number : number == 0 ? 1 : number) : 1);
  assert(all >= 0 || number < 0);
}

static void popen_write(void) {
  FILE* const stream = popen("cat >/dev/null", "w");
  assert(stream != NULL && fputs("text\n", stream) >= 0);
  status = pclose(stream);
  assert(WIFEXITED(status) || WIFSIGNALED(status));
  if (WRONG)
    assert(status == 0);
}

static void spawned(void) {
  pid_t child, other;
  char* arguments[] = {"true", NULL};
  assert(posix_spawnp(&child, "true", NULL, NULL, arguments, environ) == 0);
  other = waitpid(child, &status, WRONG ? WNOHANG : 0);
  assert(other == child && waitpid(child, &status, 0) == -1 && errno == ECHILD);
}

// Standard output of the program is the pipe, which the caller has to close.
static void spawned_output(void) {
  pid_t child;
  char byte;
  char* arguments[] = {"true", NULL};
  posix_spawn_file_actions_t actions;
  assert(pipe(ends) == 0 && posix_spawn_file_actions_init(&actions) == 0);
  assert(posix_spawn_file_actions_addclose(&actions, ends[0]) == 0);
  assert(posix_spawn_file_actions_adddup2(&actions, ends[1], 1) == 0);
  assert(posix_spawn_file_actions_addclose(&actions, ends[1]) == 0);
  assert(posix_spawnp(&child, "true", &actions, NULL, arguments, environ) == 0);
  posix_spawn_file_actions_destroy(&actions);
  if (!WRONG)
    close(ends[1]);
  while (read(ends[0], &byte, 1) > 0) {
  }
  assert(waitpid(child, &status, 0) == child);
}

int main(void) {
  CASE();
}
