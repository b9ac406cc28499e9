/* Weak compare-and-swaps. CASE 1: one that fails for no reason, on memory that no other thread uses. 2: the same where
 * threads compete: only one of them counts on its success. 3: a loop around it. 4: a loop that reads before. 5: a strong
 * one. 6: two threads each try once, and both fail. 7: a lock by trying, in a loop that waits. 8: a stack. 9: an input is
 * compared. */
#include <assert.h>
#include <pthread.h>
#include <revisit.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int number, done, failures;

#if CASE == 8
struct node {
  struct node *next;
};
static struct node nodes[3];
static _Atomic(struct node *) top;
#endif

static void *work(void *argument) {
  int expected = 0;
#if CASE == 1
  assert(atomic_compare_exchange_weak(&number, &expected, 1));
#elif CASE == 2 || CASE == 6
  if (atomic_compare_exchange_weak(&number, &expected, 1))
    done++;
  else
    failures++;
#elif CASE == 3
  while (!atomic_compare_exchange_weak(&number, &expected, expected + 1))
    ;
#elif CASE == 4
  do
    expected = number;
  while (!atomic_compare_exchange_weak_explicit(&number, &expected, expected + 1, memory_order_acq_rel,
                                                memory_order_relaxed));
#elif CASE == 5
  if (!atomic_compare_exchange_strong(&number, &expected, 1))
    failures++;
#elif CASE == 7
  while (!atomic_compare_exchange_weak(&number, &expected, 1))
    expected = 0;
  atomic_store(&done, done + 1);
  number = 0;
#elif CASE == 8
  struct node *mine = argument, *seen = top;
  do
    mine->next = seen;
  while (!atomic_compare_exchange_weak(&top, &seen, mine));
#elif CASE == 9
  int wanted = revisit_nondet_int("wanted");
  if (atomic_compare_exchange_weak(&number, &wanted, 1))
    done++;
  else if (wanted == 0)
    failures++;
#endif
  return argument;
}

int main(void) {
  pthread_t a, b;
#if CASE == 8
  pthread_create(&a, NULL, work, &nodes[0]);
  pthread_create(&b, NULL, work, &nodes[1]);
#else
  pthread_create(&a, NULL, work, NULL);
#if CASE != 1 && CASE != 9
  pthread_create(&b, NULL, work, NULL);
#endif
#endif
#if CASE == 9
  number = 0;
#endif
  pthread_join(a, NULL);
#if CASE != 1 && CASE != 9
  pthread_join(b, NULL);
#endif
#if CASE == 2
  assert(done <= 1);
#elif CASE == 3 || CASE == 4
  assert(number == 2);
#elif CASE == 5
  assert(failures == 1);
#elif CASE == 6
  assert(failures < 2);
#elif CASE == 7
  assert(done == 2);
#elif CASE == 8
  assert(top != NULL && top->next != NULL && top->next->next == NULL);
#elif CASE == 9
  assert(failures == 0);
#endif
  return 0;
}
