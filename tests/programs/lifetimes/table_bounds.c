/* A thread counts an index up that another one uses for a global table: one time in three it is behind the end.
 * LOCAL uses a table on the stack, FIXED checks the index. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int at = 2;
static int table[4], behind;

static void *count(void *unused) {
  atomic_fetch_add(&at, 1);
  atomic_fetch_add(&at, 1);
  return unused;
}

static void *use(void *unused) {
  int i = atomic_load(&at);
#ifdef FIXED
  if (i >= 4)
    return unused;
#endif
#ifdef LOCAL
  int local[4] = {0};
  local[i] = 1;
  behind = local[0];
#else
  table[i] = 1;
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, count, NULL);
  pthread_create(&b, NULL, use, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return behind;
}
