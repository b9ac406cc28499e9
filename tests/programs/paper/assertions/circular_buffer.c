/* A sender and a receiver take turns on a ring, one element each turn; who finds that it is not its turn loses the
 * round. The receiver expects the number of its round, which is the element's only if it has lost none. Parameter: N
 * rounds of each. */
#include "../shared.h"
#include <assert.h>
#ifndef N
#define N 4
#endif

enum { SIZE = 10 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ring[SIZE];
static unsigned first, next;
static bool maySend = true, mayReceive;

static void* sendAll(void* unused) {
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&lock);
    if (maySend) {
      ring[next] = i;
      next = (next + 1) % SIZE;
      maySend = false;
      mayReceive = true;
    }
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static void* receiveAll(void* unused) {
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&lock);
    if (mayReceive) {
      assert(ring[first] == i);
      first = (first + 1) % SIZE;
      mayReceive = false;
      maySend = true;
    }
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  runThreads(1, sendAll, 1, receiveAll);
  return 0;
}
