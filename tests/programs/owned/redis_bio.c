// Redis' background threads: an object is freed lazily, a file is synced and another one closed; main waits for all three.
#include "server.h"
#include "bio.h"
#include <assert.h>

static int freed;

static void freeText(void *arguments[]) {
  sdsfree(arguments[0]);
  freed++;
}
static void waitFor(int type) {
  while (bioPendingJobsOfType(type) != 0)
    bioWaitStepOfType(type);
}

int main(void) {
  char synced[] = "/tmp/syncedXXXXXX", closed[] = "/tmp/closedXXXXXX";
  const int first = mkstemp(synced), second = mkstemp(closed);
  assert(first >= 0 && second >= 0 && write(first, "append", 6) == 6);
  bioInit();
  bioCreateLazyFreeJob(freeText, 1, sdsnew("a value"));
  bioCreateFsyncJob(first);
  bioCreateCloseJob(second, 1);
  waitFor(BIO_LAZY_FREE);
  waitFor(BIO_CLOSE_FILE);
  waitFor(BIO_AOF_FSYNC);
  assert(freed == 1 && server.aof_bio_fsync_status == C_OK && close(first) == 0);
}
