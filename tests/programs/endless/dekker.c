/* Dekker's lock, taken and given back for ever: a thread that waits takes its wish back while it is the other's turn.
 * -DBUG: the turn is not passed on, so that both may be inside. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn, inside;

static void *work(void *argument) {
  const int me = argument != 0, other = 1 - me;
  for (;;) {
    wants[me] = 1;
    while (wants[other]) {
#ifdef BUG
      if (turn != me)
        break;
#else
      if (turn != me) {
        wants[me] = 0;
        while (turn != me)
          ;
        wants[me] = 1;
      }
#endif
    }
    assert(atomic_fetch_add(&inside, 1) == 0);
    inside--;
    turn = other;
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
