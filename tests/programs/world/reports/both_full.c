/* A parent writes more than a pipe holds to its child before it reads the answers, which fill the other pipe.
 * -DFIX writes little. */
#include <assert.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef FIX
enum { Size = 4096 };
#else
enum { Size = 100000 };
#endif
static char block[Size];

static void copyAll(int from, int to) {
  char part[4096];
  ssize_t got;
  while ((got = read(from, part, sizeof part)) > 0)
    assert(write(to, part, (size_t)got) == got);
}

int main(void) {
  int down[2], up[2];
  assert(pipe(down) == 0 && pipe(up) == 0);
  pid_t child = fork();
  if (child == 0) {
    close(down[1]), close(up[0]);
    copyAll(down[0], up[1]);
    copyAll(down[0], up[1]);
    _exit(0);
  }
  close(down[0]), close(up[1]);
  for (int i = 0; i < 2; i++)
    assert(write(down[1], block, Size) == Size);
  close(down[1]);
  ssize_t all = 0, got;
  char part[4096];
  while ((got = read(up[0], part, sizeof part)) > 0)
    all += got;
  assert(all == 2 * Size);
  assert(waitpid(child, NULL, 0) == child);
  return 0;
}
