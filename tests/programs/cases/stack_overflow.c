/* A recursion without end. Only when the second thread comes first. */
#include "two_threads.h"
#include <stdatomic.h>

static atomic_int flag;

static int recurse(int depth) {
  volatile int here = depth;
  return recurse(here + 1) + here;
}

static void* fail(void* unused) {
  if (atomic_load(&flag))
    recurse(0);
  return unused;
}

static void* raise_(void* unused) {
  atomic_store(&flag, 1);
  return unused;
}

int main(void) {
  runBoth(fail, raise_, NULL);
  return 0;
}
