/* A loop until a deadline ends. */
#include <assert.h>
#include <pthread.h>
#include <sys/time.h>
#include <time.h>

static void* wait(void* argument) {
  const time_t end = time(NULL) + 2;
  while (time(NULL) < end)
    ;
  return argument;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, wait, NULL);
  const time_t before = time(NULL);
  pthread_join(a, NULL);
  assert(time(NULL) >= before);
}
