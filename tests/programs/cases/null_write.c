/* A write through a null pointer. Only when the second thread comes first. */
#include "two_threads.h"
#include <stdatomic.h>

static atomic_int flag;
static int* volatile nowhere;

static void* fail(void* unused) {
  if (atomic_load(&flag))
    *nowhere = 1;
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
