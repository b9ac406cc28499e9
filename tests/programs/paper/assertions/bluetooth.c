/* A driver is stopped while a request may be in progress. A request counts itself if nothing is being stopped; the
 * last one to leave tells the stopper, which then stops everything. A request may ask before that, and count itself
 * after it. */
#include "../shared.h"
#include <assert.h>

static atomic_bool isStopping, mayStop, isStopped;
static atomic_int requests = 1; /* the driver itself counts as one */

static void leave(void) {
  if (atomic_fetch_sub(&requests, 1) == 1)
    mayStop = true;
}

static void* request(void* unused) {
  bool isTaken = !isStopping;
  if (isTaken) {
    atomic_fetch_add(&requests, 1);
    assert(!isStopped);
  }
  if (isTaken)
    leave();
  return unused;
}

static void* stop(void* unused) {
  isStopping = true;
  leave();
  while (!mayStop) {
  }
  isStopped = true;
  return unused;
}

int main(void) {
  runThreads(1, request, 1, stop);
  return 0;
}
