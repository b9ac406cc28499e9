/* The parent reads what its child writes until the end of file. It has to close its own writing end first (-DFIX). */
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  int ends[2];
  char text[8];
  assert(pipe(ends) == 0);
  pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    assert(write(ends[1], "hi", 2) == 2);
    _exit(0);
  }
#ifdef FIX
  close(ends[1]);
#endif
  ssize_t all = 0, got;
  while ((got = read(ends[0], text + all, sizeof text - (size_t)all)) > 0)
    all += got;
  assert(all == 2);
  assert(waitpid(child, NULL, 0) == child);
  return 0;
}
