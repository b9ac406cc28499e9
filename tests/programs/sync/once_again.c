/* A once object on the stack is a new one each time its block is entered. */
#include <assert.h>
#include <pthread.h>

static int runs;

static void routine(void) { runs++; }

static void use(void) {
  pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, routine);
  pthread_once(&once, routine);
}

static void *user(void *unused) {
  use();
  use();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, user, NULL);
  pthread_join(t, NULL);
#ifdef BUG
  assert(runs == 1);
#else
  assert(runs == 2);
#endif
  return 0;
}
