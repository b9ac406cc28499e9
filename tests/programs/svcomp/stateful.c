// Two counters under two mutexes; main compares them after the joins.
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

pthread_mutex_t ma = PTHREAD_MUTEX_INITIALIZER, mb = PTHREAD_MUTEX_INITIALIZER;
int data1, data2;

void* first(void* arg) {
  pthread_mutex_lock(&ma);
  data1++;
  pthread_mutex_unlock(&ma);
  pthread_mutex_lock(&ma);
  data2++;
  pthread_mutex_unlock(&ma);
  return 0;
}

void* second(void* arg) {
  pthread_mutex_lock(&ma);
  data1 += 5;
  pthread_mutex_unlock(&ma);
  pthread_mutex_lock(&ma);
  data2 -= 6;
  pthread_mutex_unlock(&ma);
  return 0;
}

int main() {
  pthread_t t1, t2;
  pthread_mutex_init(&ma, 0);
  pthread_mutex_init(&mb, 0);
  data1 = 10;
  data2 = 10;
  pthread_create(&t1, 0, first, 0);
  pthread_create(&t2, 0, second, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
#ifdef WRONG
  if (data1 == 16 && data2 == 5) {
#else
  if (data1 != 16 && data2 != 5) {
#endif
  ERROR: {
    reach_error();
    abort();
  }
  }
  return 0;
}
