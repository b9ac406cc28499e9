/* A routine that asks for itself to be run waits for itself. */
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void routine(void);

static void use(void) { pthread_once(&once, routine); }

static void routine(void) {
#ifdef BUG
  use();
#endif
}

int main(void) {
  use();
  use();
  return 0;
}
