/* A handler that comes between any two steps, and what it does depends on an input. */
#include <assert.h>
#include <pthread.h>
#include <revisit.h>
#include <signal.h>

static pthread_t self;
static volatile int seen, value;

static void look(int number) {
  if (value > number) /* 10 */
    seen = value;
}
static void* sender(void* argument) {
  pthread_kill(self, SIGUSR1);
  return argument;
}

int main(void) {
  pthread_t other;
  int x;
  self = pthread_self();
  signal(SIGUSR1, look);
  revisit_symbolic(&x, sizeof x, "x");
  pthread_create(&other, 0, sender, 0);
  value = x;
  value = 5;
  pthread_join(other, 0);
#ifdef WRONG
  assert(seen != 77);
#else
  assert(seen == 0 || seen > SIGUSR1);
#endif
}
