// Orders with unknown amounts move goods from one shelf to another; their number stays the same.
// -DBUG: an order for more than there is takes what there is, and adds what was ordered.
#include <assert.h>
#include <pthread.h>
#include <revisit.h>
#include <stddef.h>

#ifndef N
#define N 4
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shelf[2] = {8, 8};

static void* order(void* from) {
  const size_t source = (size_t)from;
  for (int i = 0; i < N; i++) {
    const unsigned char amount = revisit_nondet_uchar("amount");
    pthread_mutex_lock(&lock);
    if (amount <= shelf[source]) {
      shelf[source] -= amount;
      shelf[1 - source] += amount;
    }
#ifdef BUG
    else if (amount == 9) {
      shelf[1 - source] += amount;
      shelf[source] = 0;
    }
#endif
    assert(shelf[0] + shelf[1] == 16);
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (size_t i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, order, (void*)i);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(shelf[0] + shelf[1] == 16);
}
