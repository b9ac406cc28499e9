// Tries that may fail, by decisions on unknown inputs. What they leave behind does not matter for the assertion.
#include <assert.h>
#include <pthread.h>
#include <revisit.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int last; // the number of the last try that failed: nobody reads it
static atomic_int balance;

static void* pay(void* unused) {
  for (int i = 1; i <= 2; i++)
    if (revisit_nondet_bool("fails"))
      atomic_store(&last, i);
  assert(atomic_load(&balance) >= 0);
  return unused;
}

int main(void) {
  atomic_store(&last, 0);
  atomic_store(&balance, 10);
  pthread_t payer;
  pthread_create(&payer, NULL, pay, NULL);
  pthread_join(payer, NULL);
  return 0;
}
