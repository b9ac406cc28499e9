// The sizes of two blocks are inputs. So the second one lies where, in other executions, the first one is, and a
// location of these reaches beyond the block.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
static int *results;

static void *give(void *index) {
  results[(long)index] = __VERIFIER_nondet_int();
  return NULL;
}

int main(void) {
  const int count = __VERIFIER_nondet_int();
  if (count < 0 || count > N)
    return 0;
  pthread_t *const threads = malloc(count * sizeof *threads);
  results = malloc(count * sizeof *results);
  for (long i = 0; i < count; i++)
    pthread_create(&threads[i], NULL, give, (void *)i);
#if defined TOO_EARLY
  if (count == 1)
    free(results);
#endif
  for (long i = 0; i < count; i++)
    pthread_join(threads[i], NULL);
#if defined TOO_EARLY
  if (count != 1)
#endif
    free(results);
  free(threads);
  return 0;
}
