/* A waiting loop in the first-scheduled thread terminates. PLAIN: on an ordinary variable. */
#include "two_threads.h"
#include <stdatomic.h>

#ifdef PLAIN
static int flag;
#else
static atomic_int flag;
#endif

static void* wait_(void* unused) {
  while (!flag)
    ;
  return unused;
}

static void* raise_(void* unused) {
  flag = 1;
  return unused;
}

int main(void) {
  runBoth(wait_, raise_, NULL);
  return 0;
}
