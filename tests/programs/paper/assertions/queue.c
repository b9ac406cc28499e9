/* A producer and a consumer of a ring take turns, one unknown element each turn; who finds that it is not its turn
 * loses the round. The consumer expects the element that the producer has noted for the number of its own round, which
 * may be another one. Parameter: N rounds of each. */
#include "../shared.h"
#include <assert.h>
#ifndef N
#define N 5
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ring[N + 1], noted[N];
static int first, next;
static bool mayProduce = true, mayConsume;

static void* produce(void* unused) {
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&lock);
    if (mayProduce) {
      int value = __VERIFIER_nondet_int();
      ring[next] = noted[i] = value;
      next = (next + 1) % (N + 1);
      mayProduce = false;
      mayConsume = true;
    }
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static void* consume(void* unused) {
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&lock);
    if (mayConsume) {
      assert(ring[first] == noted[i]);
      first = (first + 1) % (N + 1);
      mayConsume = false;
      mayProduce = true;
    }
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  runThreads(1, produce, 1, consume);
  return 0;
}
