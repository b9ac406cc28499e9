/* Peterson's lock, taken and given back for ever. -DBUG: a thread says whose turn it is before it says that it wants to
 * enter. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn, inside;

static void *work(void *argument) {
  const int me = argument != 0, other = 1 - me;
  for (;;) {
#ifdef BUG
    turn = other;
    wants[me] = 1;
#else
    wants[me] = 1;
    turn = other;
#endif
    while (wants[other] && turn == other)
      ;
    assert(atomic_fetch_add(&inside, 1) == 0);
    inside--;
    wants[me] = 0;
  }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, work, 0);
  pthread_create(&threads[1], 0, work, &turn);
  pthread_join(threads[0], 0);
}
