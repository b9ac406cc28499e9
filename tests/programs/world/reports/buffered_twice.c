/* What printf has buffered is written by the parent and by the child, which ends with exit. -DFIX flushes it first. */
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  struct stat status;
  FILE *log = fopen("/tmp/revisit-log", "w");
  fputs("start\n", log);
#ifdef FIX
  fflush(log);
#endif
  pid_t child = fork();
  if (child == 0)
    exit(0);
  assert(waitpid(child, NULL, 0) == child);
  fclose(log);
  assert(stat("/tmp/revisit-log", &status) == 0 && status.st_size == 6);
  return 0;
}
