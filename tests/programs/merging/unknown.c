// A thread reads an input, and takes a shared value in its place if the input is large. Where it looks at the one or the
// other, right after a store, both histories have the same bytes. Only one of them depends on the input.
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
static unsigned limit, phase;

static void *work(void *unused) {
  unsigned input = __VERIFIER_nondet_uint(), now = input;
  if (input > 7)
    now = limit;
  phase = 1;
  if (now == 3)
    phase = 2;
  return unused;
}

static void *watch(void *unused) {
  (void)phase;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, work, NULL);
  pthread_create(&threads[1], NULL, watch, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  assert(phase != 2);
  return 0;
}
