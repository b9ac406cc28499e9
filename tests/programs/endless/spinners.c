/* Two threads that wait for flags which nobody sets any more: a livelock, though a third thread works on for ever.
 * Without -DBUG it sets them in each of its rounds. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first, second, rounds;

static void *wait_for(void *flag) {
  atomic_int *mine = flag;
  for (;;) {
    while (!*mine)
      ;
    *mine = 0;
  }
  return 0;
}

static void *work(void *argument) {
#ifdef BUG
  first = second = 1;
#else
  for (;;) {
    rounds = (rounds + 1) % 2;
    first = second = 1;
  }
#endif
  return argument;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, wait_for, &first);
  pthread_create(&threads[1], 0, wait_for, &second);
  pthread_create(&threads[2], 0, work, 0);
  pthread_join(threads[0], 0);
}
