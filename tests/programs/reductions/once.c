/* N threads call the same routine once. Who runs it tells them apart, the order of the others does not. */
#include "in_order.h"
#include <assert.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int runs;
static __thread int mine;

static void routine(void) {
  runs++;
  mine = 1;
}

static void* call(void* unused) {
  pthread_once(&once, routine);
  assert(runs == 1);
  return unused;
}

int main(void) {
  body bodies[] = {call, call, call, call};
  run(bodies, N);
}
