/* A computation without end that touches nothing shared. Only when the second thread comes first. */
#include "two_threads.h"
#include <stdatomic.h>

static atomic_int flag;

static void spin(void) {
  for (volatile unsigned i = 1; i != 0; i |= 1)
    ;
}

static void* fail(void* unused) {
  if (atomic_load(&flag))
    spin();
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
