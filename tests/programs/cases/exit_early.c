/* The first thread ends the process; the write that makes it fail comes from the thread after it. */
#include "two_threads.h"
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int flag;

static void* leave(void* unused) {
  (void)unused;
  assert(atomic_load(&flag) == 0);
  exit(0);
}

static void* raise_(void* unused) {
  atomic_store(&flag, 1);
  return unused;
}

int main(void) {
  runBoth(leave, raise_, NULL);
  return 0;
}
