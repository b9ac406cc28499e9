/* Random numbers are the same in every run; a check that depends on them finds what it found. SYSTEM: those of the system
 * are unknown inputs, so their sum may be 0. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned long sum;

static unsigned long draw(void) {
  unsigned seed = 7;
  unsigned long filled = 0, entropy = 0;
  srand(1);
#ifdef SYSTEM
  assert(getrandom(&filled, sizeof filled, 0) == sizeof filled && getentropy(&entropy, sizeof entropy) == 0);
#endif
  return (unsigned long)rand() + (unsigned long)random() + (unsigned long)rand_r(&seed) +
         (unsigned long)(drand48() * 1000) + (unsigned long)lrand48() + filled + entropy;
}

static void* thread(void* argument) {
  const unsigned long drawn = draw();
  pthread_mutex_lock(&mutex);
#ifdef WRONG
  assert(sum == 0);
#endif
  sum += drawn;
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, thread, NULL);
  pthread_create(&b, NULL, thread, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(sum != 0);
}
