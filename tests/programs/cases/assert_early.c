/* The first thread fails in the first execution already; that it can also fail elsewhere needs the later write. */
#include "two_threads.h"
#include <assert.h>
#include <stdatomic.h>

static atomic_int flag;

static void* expect(void* unused) {
  int seen = atomic_load(&flag);
  assert(seen != 0);
  assert(seen != 1);
  return unused;
}

static void* raise_(void* unused) {
  atomic_store(&flag, 1);
  return unused;
}

int main(void) {
  runBoth(expect, raise_, NULL);
  return 0;
}
