/* A handler tells a loop by a pipe that does not wait, which is full: errno is another one afterwards. -DFIX keeps it. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#undef NDEBUG

static int told[2];
static pthread_t self;

static void onSignal(int number) {
#ifdef FIX
  const int kept = errno;
#endif
  (void)number;
  if (write(told[1], "x", 1) < 0)
    ; /* full: the loop is told already */
#ifdef FIX
  errno = kept;
#endif
}

static void *sender(void *unused) {
  pthread_kill(self, SIGUSR1);
  return unused;
}

int main(void) {
  pthread_t thread;
  static char page[4096];
  self = pthread_self();
  pipe2(told, O_NONBLOCK);
  while (write(told[1], page, sizeof page) > 0)
    ;
  signal(SIGUSR1, onSignal);
  pthread_create(&thread, NULL, sender, NULL);
  if (close(-1) != 0)
    assert(errno == EBADF);
  pthread_join(thread, NULL);
  return 0;
}
