/* The first thread assumes what only the write of the thread after it makes true. */
#include "two_threads.h"
#include <assert.h>
#include <stdatomic.h>

extern void __VERIFIER_assume(int condition);
static atomic_int flag;

static void* expect(void* unused) {
  __VERIFIER_assume(atomic_load(&flag) == 1);
  assert(0);
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
