/* A read-write lock of a flag for the writer and a count of readers, taken in one atomic step. A writer changes a
 * number; a reader copies it and expects that it has not changed since. Parameters: WRITERS, READERS. */
#include "../shared.h"
#include <assert.h>
#ifndef WRITERS
#define WRITERS 1
#endif
#ifndef READERS
#define READERS 1
#endif

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static atomic_int writing, readers;
static atomic_int guarded, copy;

static void* change(void* unused) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(writing == 0 && readers == 0);
  writing = 1;
  __VERIFIER_atomic_end();
  guarded = 3;
  writing = 0;
  return unused;
}

static void* look(void* unused) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(writing == 0);
  readers++;
  __VERIFIER_atomic_end();
  copy = guarded;
  assert(copy == guarded);
  readers--;
  return unused;
}

int main(void) {
  runThreads(WRITERS, change, READERS, look);
  return 0;
}
