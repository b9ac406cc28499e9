// Redis' background threads: main waits until one of them has freed an object lazily, or synced and closed a file.
#include "server.h"

#include "bio.h"

#include <assert.h>

static int freed;

static void freeText(void* arguments[]) {
  sdsfree(arguments[0]);
  freed++;
}
static void waitFor(int type) {
  while (bioPendingJobsOfType(type) != 0)
    bioWaitStepOfType(type);
}

int main(void) {
  char name[] = "/tmp/appendedXXXXXX";
  const int file = mkstemp(name);
  assert(file >= 0 && write(file, "append", 6) == 6);
  bioInit();
#ifdef CLOSES
  bioCreateCloseJob(file, 1);
  waitFor(BIO_CLOSE_FILE);
  assert(fcntl(file, F_GETFD) == -1 && errno == EBADF);
#else
  bioCreateLazyFreeJob(freeText, 1, sdsnew("a value"));
  waitFor(BIO_LAZY_FREE);
  assert(freed == 1 && close(file) == 0);
#endif
}
