/* The program aborts. Only when the second thread comes first. */
#include "two_threads.h"
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int flag;

static void* fail(void* unused) {
  if (atomic_load(&flag))
    abort();
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
