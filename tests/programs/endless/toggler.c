/* A thread that toggles something of its own for ever must not put off another one for ever: its error is found. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int mine, other;

static void *toggle(void *argument) {
  for (;;)
    mine = !mine;
  return argument;
}

static void *fail(void *argument) {
  other = 1;
#ifdef BUG
  assert(other == 0);
#endif
  return argument;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, toggle, 0);
  pthread_create(&threads[1], 0, fail, 0);
  if (mine > 1)
    return 1;
  pthread_join(threads[0], 0);
}
