/* An index that is right until another thread raises the limit by one too many: the write lands behind the block.
 * FIXED leaves the limit alone. */
#include "two_threads.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_int limit = 3;
static char* block;

static void* raise_(void* unused) {
#ifndef FIXED
  limit = 4;
#endif
  return unused;
}

static void* fill(void* unused) {
  memset(block, 1, (size_t)limit);
  return unused;
}

int main(void) {
  block = malloc(3);
  runBoth(raise_, fill, NULL);
  free(block);
  return 0;
}
