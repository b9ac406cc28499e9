/* A block is freed twice. Only when the second thread comes first. */
#include "two_threads.h"
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int flag;

static void* fail(void* arg) {
  if (atomic_load(&flag))
    free(arg);
  return NULL;
}

static void* raise_(void* unused) {
  (void)unused;
  atomic_store(&flag, 1);
  return NULL;
}

int main(void) {
  void* block = malloc(8);
  runBoth(fail, raise_, block);
  free(block);
  return 0;
}
