/* One thread waits until another one stores 2 in x; before, the values 1, 3 and 5 may be there. Each form of the loop
 * has one execution for each way in which its last round can go. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int x = 1, y;

#if defined BY_POINTER
static void loadInto(atomic_int* from, int* to) {
  *to = atomic_load(from);
}
#endif

static void await(void) {
#if defined READ_BEFORE /* a first read stands before the loop */
  int v = atomic_load(&x);
  while (v & 1)
    v = atomic_load(&x);
#elif defined ROTATED
  int v;
  do
    v = atomic_load(&x);
  while (v & 1);
#elif defined BY_POINTER
  int v;
  do
    loadInto(&x, &v);
  while (v & 1);
#elif defined CARRIED
  int done = 0;
  while (!done)
    done = atomic_load(&x) == 2;
#elif defined NESTED
  for (;;) {
    int rounds = 0;
    do
      rounds++;
    while (atomic_load(&x) & 1 && rounds < 1);
    if (!(atomic_load(&x) & 1))
      break;
  }
#elif defined JUMPS
again:
  if (atomic_load(&x) & 1) {
    if (sched_yield() == 0)
      goto again;
    goto again;
  }
#elif defined TWO_EXITS /* two flags, either of which ends it */
  for (;;) {
    if (!(atomic_load(&x) & 1))
      break;
    if (atomic_load(&y))
      break;
  }
#elif defined COUNTED   /* and nobody asks for the number */
  long rounds = 0;
  while (atomic_load(&x) & 1)
    rounds++;
#elif defined CONTINUED
  for (;;) {
    if (atomic_load(&x) & 1)
      continue;
    break;
  }
#endif
}

static void* writer(void* none) {
#ifdef MORE
  atomic_store(&x, 3);
  atomic_store(&x, 5);
#endif
  atomic_store(&x, 2);
  return none;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  await();
  pthread_join(thread, 0);
}
