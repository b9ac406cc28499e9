/* Computations that take many accesses to memory that nobody shares: a table that one thread owns, is given, or finds in
 * a global. None of that is an error, and none of it needs a bound. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 4096 };
#ifndef ROUNDS
#define ROUNDS 500000u
#endif

static unsigned global[SIZE];
static unsigned sum;

static void *work(void *argument) {
#if defined(GIVEN)
  unsigned *table = argument;
#elif defined(OWN)
  unsigned *table = calloc(SIZE, sizeof *table);
  (void)argument;
#elif defined(LOCAL)
  unsigned local[SIZE];
  unsigned *volatile table = local;
  memset(local, 0, sizeof local);
  (void)argument;
#else
  unsigned *table = global;
  (void)argument;
#endif
  unsigned now = 1;
  for (unsigned i = 0; i < ROUNDS; i++) {
    now = now * 1664525u + 1013904223u;
    table[now % SIZE] += i;
    if (table[now % SIZE] == 7)
      now++;
  }
#if defined(OWN) || defined(GIVEN)
  free(table);
#endif
  sum = now;
  return 0;
}

int main(void) {
  pthread_t thread;
  unsigned *given = 0;
#ifdef GIVEN
  given = calloc(SIZE, sizeof *given);
#endif
  pthread_create(&thread, 0, work, given);
  pthread_join(thread, 0);
  assert(sum != 0);
  return 0;
}
