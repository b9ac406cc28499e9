// A lock whose owner is an unknown input: free, or held by somebody. A thread waits for it in one of three ways. Failed
// rounds decide about the input, and what is decided later depends on it.
// -DHOW=0: reads; 1: compare and swap; 2: exchange. -DRELEASED: another thread releases the lock.
// -DLATER: an assertion that fails if the lock had an owner, and the thread waited for it.
#include <assert.h>
#include <pthread.h>
#include <revisit.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uchar owner, other;
static atomic_int waited;
static unsigned char first;

static int isFree(void) {
#if HOW == 0
  return atomic_load(&owner) == 0;
#elif HOW == 1
  unsigned char expected = 0;
  return atomic_compare_exchange_strong(&owner, &expected, 3);
#else
  return atomic_exchange(&owner, first) == 0;
#endif
}

static void* waiter(void* unused) {
#ifndef LATER
  while (!isFree())
    ;
#else
  while (!isFree())
    atomic_store(&waited, 1);
  if (atomic_load(&waited))
    assert(first == 0);
#endif
  return unused;
}

static void* releaser(void* unused) {
#ifdef RELEASED
  atomic_store(&owner, 0);
#else
  atomic_store(&other, 1);
#endif
  return unused;
}

int main(void) {
  first = revisit_nondet_uchar("first") & 3;
  atomic_store(&owner, first);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, waiter, NULL);
  pthread_create(&threads[1], NULL, releaser, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
}
