// What a thread is given depends on the schedule: a number that its creator has read (INDEX), or a block whose address
// depends on what its creator did before. The new thread tells the difference.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x;
static int numbers[2] = {0, 1};

static void *set(void *unused) {
  x = 1;
  return unused;
}

static void *use(void *argument) {
  assert(*(int *)argument);
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, set, NULL);
#ifdef INDEX
  pthread_create(&b, NULL, use, &numbers[x]);
  pthread_join(b, NULL);
#else
  int v = x;
  void *first = v ? malloc(40) : NULL;
  int *block = malloc(sizeof *block);
  *block = v;
  v = 0;
  pthread_create(&b, NULL, use, block);
  pthread_join(b, NULL);
  free(block);
  free(first);
#endif
  pthread_join(a, NULL);
  return 0;
}
