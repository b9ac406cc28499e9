// Threads put messages into a small hash table with compare-and-swap.
extern void abort(void);
#include <assert.h>
void reach_error() {
  assert(0);
}
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int condition) {
  if (!condition) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
#include <pthread.h>

#define SIZE 4
#define MAX 2
#define NUM_THREADS 2
int table[SIZE];

int __VERIFIER_atomic_cas(int* tab, int h, int val, int new_val) {
  int ret_val = 0;
  if (tab[h] == val) {
    tab[h] = new_val;
    ret_val = 1;
  }
  return ret_val;
}

void* thread_routine(void* arg) {
  int tid = *((int*)arg);
  int m = 0, w, h;
  while (1) {
    if (m < MAX)
      w = (++m) * 11 + tid;
    else
      pthread_exit(0);
    h = (w * 7) % SIZE;
    __VERIFIER_assert(h >= 0);
    while (__VERIFIER_atomic_cas(table, h, 0, w) == 0)
#ifdef WRONG
      __VERIFIER_assert(0);
#else
      h = (h + 1) % SIZE;
#endif
  }
}

int main() {
  int i, arg;
  pthread_t tids[NUM_THREADS];
  static int args[NUM_THREADS];
  for (i = 0; i < NUM_THREADS; i++) {
    args[i] = i;
    pthread_create(&tids[i], 0, thread_routine, &args[i]);
  }
  for (i = 0; i < NUM_THREADS; i++)
    pthread_join(tids[i], 0);
  return 0;
}
