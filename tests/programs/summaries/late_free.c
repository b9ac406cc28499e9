// A block is freed only if an unknown input says so, after steps that do not matter.
// -DBUG: it is then still used.
#include <pthread.h>
#include <revisit.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int noise, freed;
static int* block;

static void* release(void* unused) {
  for (int i = 0; i < 3; i++)
    if (revisit_nondet_bool("more"))
      atomic_fetch_add(&noise, 1);
  if (revisit_nondet_bool("free")) {
    atomic_store(&freed, 1);
    free(block);
  }
  return unused;
}

int main(void) {
  block = malloc(sizeof *block);
  if (!block)
    return 0;
  *block = 1;
  pthread_t thread;
  pthread_create(&thread, NULL, release, NULL);
  pthread_join(thread, NULL);
#ifdef BUG
  *block = 2;
#endif
  if (!atomic_load(&freed))
    free(block);
}
