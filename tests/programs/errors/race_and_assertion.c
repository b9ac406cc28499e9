/* A data race, and an assertion that fails because of it. */
#include <assert.h>
#include <pthread.h>

static int counter;

static void* increment(void* unused) {
  counter++;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, increment, NULL);
  pthread_create(&second, NULL, increment, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(counter == 2);
  return 0;
}
