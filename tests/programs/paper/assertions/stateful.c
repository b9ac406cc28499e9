/* Two numbers with a lock each; two threads add to the first one and then to the second one. In the end both are as if
 * all had happened in some order. */
#include "../shared.h"
#include <assert.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int numbers[2] = {10, 10};

static void addTo(int index, int amount) {
  pthread_mutex_lock(&locks[index]);
  numbers[index] += amount;
  pthread_mutex_unlock(&locks[index]);
}

static void* countUp(void* unused) {
  addTo(0, 1);
  addTo(1, 1);
  return unused;
}

static void* countFar(void* unused) {
  addTo(0, 5);
  addTo(1, -6);
  return unused;
}

int main(void) {
  runThreads(1, countUp, 1, countFar);
  assert(numbers[0] == 16 && numbers[1] == 5);
  return 0;
}
