/* A waiting loop that nobody ends. */
#include "two_threads.h"
#include <stdatomic.h>

static atomic_int flag;

static void* wait_(void* unused) {
  while (!flag)
    ;
  return unused;
}

static void* lower(void* unused) {
  flag = 0;
  return unused;
}

int main(void) {
  runBoth(wait_, lower, NULL);
  return 0;
}
