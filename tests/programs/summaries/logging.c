// Threads move money and log it if an unknown option says so. The log is a ring of lines that nobody reads. -DBUG: it
// has a line less than it is thought to have, so its end matters.
#include <assert.h>
#include <pthread.h>
#include <revisit.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif
#define LINES 4

static atomic_int balance = 20;
static atomic_uint lines, last;
static bool verbose;

#ifdef BUG
static atomic_int line[LINES - 1];
#endif

static void log_amount(int amount) {
  const unsigned at = lines++;
  last = (unsigned)amount + at;
#ifdef BUG
  line[at % LINES] = amount;
#endif
}

static void* move(void* none) {
  (void)none;
  for (int i = 0; i < 2; i++) {
    const unsigned char amount = revisit_nondet_uchar("amount");
    revisit_assume(amount <= 10);
    balance -= amount;
    if (verbose)
      log_amount(amount);
    balance += amount;
  }
  return NULL;
}

int main(void) {
  verbose = revisit_nondet_bool("verbose");
  pthread_t movers[N];
  for (int i = 0; i < N; i++)
    pthread_create(&movers[i], NULL, move, NULL);
  for (int i = 0; i < N; i++)
    pthread_join(movers[i], NULL);
  assert(balance == 20);
}
