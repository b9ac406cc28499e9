/* A scan over shared data reads something new in each round: its end comes with the data, and --unroll does not cut it.
 * A loop that reads the same again is cut. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { Size = 200 };
static unsigned count[Size];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int largest(void) {
  int at = Size - 1;
  while (at > 0 && !count[at])
    at--;
  return at;
}

static void* fill(void* argument) {
  pthread_mutex_lock(&mutex);
  count[2]++;
  pthread_mutex_unlock(&mutex);
  return argument;
}

static void* scan(void* argument) {
  pthread_mutex_lock(&mutex);
  const int found = largest();
  assert(found == 2 || found == 0);
#ifdef AGAIN
  for (unsigned sum = 0; sum < 100 * (count[2] + 1);)
    sum += count[0] + 1;
#endif
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t a, b;
  for (int i = 0; i < Size; i++)
    count[i] = 0;
  pthread_create(&a, NULL, fill, NULL);
  pthread_create(&b, NULL, scan, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(largest() == 2);
}
