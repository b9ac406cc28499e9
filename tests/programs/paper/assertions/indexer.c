/* Each thread puts a few words of its own into a hash table, by compare-and-set from the word's place on until a cell
 * is free. Words of different threads have different places as long as the threads are few, so no insertion is in vain.
 * Parameters: THREADS; N insertions each. */
#include "../shared.h"
#include <assert.h>
#ifndef THREADS
#define THREADS 2
#endif
#ifndef N
#define N 4
#endif

enum { SIZE = 128, STEP = 11, FACTOR = 7 };

static atomic_int table[SIZE];

static void* insertAll(void* arg) {
  int thread = (int)(long)arg;
  for (int i = 1; i <= N; i++) {
    int word = i * STEP + thread;
    int place = word * FACTOR % SIZE;
    int tries = 0, expected = 0;
    while (!atomic_compare_exchange_strong(&table[place], &expected, word)) {
      expected = 0;
      place = (place + 1) % SIZE;
      tries++;
    }
    assert(tries == 0);
  }
  return NULL;
}

int main(void) {
  runThreads(THREADS, insertAll, 0, NULL);
  return 0;
}
