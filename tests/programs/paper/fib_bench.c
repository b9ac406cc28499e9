/* Two threads add each other's number under a lock; main reads both without lock and without waiting. Parameters:
 * ROUNDS, LIMIT (neither number may reach it). */
#include "shared.h"
#include <assert.h>
#ifndef ROUNDS
#define ROUNDS 5
#endif
#ifndef LIMIT
#define LIMIT 144
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int i = 1, j = 1;

static void add(atomic_int* sum, atomic_int* other) {
  for (int round = 0; round < ROUNDS; round++) {
    pthread_mutex_lock(&lock);
    atomic_store(sum, atomic_load(sum) + atomic_load(other));
    pthread_mutex_unlock(&lock);
  }
}

static void* growJ(void* unused) {
  add(&j, &i);
  return unused;
}

static void* growI(void* unused) {
  add(&i, &j);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, growJ, NULL);
  pthread_create(&second, NULL, growI, NULL);
  int seenI = i, seenJ = j;
  assert(seenI < LIMIT && seenJ < LIMIT);
  return 0;
}
