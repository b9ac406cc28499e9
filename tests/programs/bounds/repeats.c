/* Loops without an end. One that comes back to the same state provably never ends: an error where it stands, and main,
 * which only waits for the thread, is not blamed. One that does not is cut. */
#include <pthread.h>
#include <stdlib.h>

static int private_flag;

static int twice(int x) { return 2 * x; }

static void *work(void *argument) {
  (void)argument;
#if defined(TOGGLE)
  int on = 0;
  for (;;)
    on = !on; /* line 15 */
#elif defined(CALL)
  int x = 3;
  while (x != 5) {
    x = twice(x) / 2;
  }
#elif defined(READ)
  int i = 0;
  while (private_flag + i < 10)
    i = (i + 1) % 8;
#elif defined(FLOATS)
  double x = 1;
  while (x > 0.5)
    x = 2 - x;
#elif defined(COUNTER) /* comes back to the same state, but not before long */
  unsigned long i = 1;
  while (i != 0)
    i += 2;
#elif defined(STORES) /* changes memory: nothing is proved of that */
  while (private_flag >= 0)
    private_flag = !private_flag;
#elif defined(RANDOM) /* looks the same each time, but the next number is another one */
  while (rand() != 5)
    ;
#endif
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
}
