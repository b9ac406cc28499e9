/* In C a function may end without its return, as long as nobody uses the result. */
#include <pthread.h>

static int shared;
static void *work(void *none) { (void)none; shared++; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  return 0;
}
