/* Money is paid in, money is taken out, and somebody checks the balance once both are done, all under one lock; the
 * check has the sign of the first amount wrong. All amounts are unknown. */
#include "../shared.h"
#include <assert.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned start, paidIn, takenOut, balance;
static bool isPaidIn, isTakenOut;

static void* payIn(void* unused) {
  pthread_mutex_lock(&lock);
  balance += paidIn;
  isPaidIn = true;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void* takeOut(void* unused) {
  pthread_mutex_lock(&lock);
  balance -= takenOut;
  isTakenOut = true;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void* checkBalance(void* unused) {
  pthread_mutex_lock(&lock);
  if (isPaidIn && isTakenOut)
    assert(balance == start - paidIn - takenOut);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  start = (unsigned)__VERIFIER_nondet_int();
  paidIn = (unsigned)__VERIFIER_nondet_int();
  takenOut = (unsigned)__VERIFIER_nondet_int();
  balance = start;
  pthread_t threads[3];
  void* (*const bodies[3])(void*) = {payIn, takeOut, checkBalance};
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, bodies[i], NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
