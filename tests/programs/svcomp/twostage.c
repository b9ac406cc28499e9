// A pair of values is changed in two stages, each under its own mutex; a reader looks in between.
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

#include <stdlib.h>
static int data1Value = 0, data2Value = 0;
pthread_mutex_t *data1Lock, *data2Lock;

void* writer(void* arg) {
  pthread_mutex_lock(data1Lock);
  data1Value = 1;
  pthread_mutex_unlock(data1Lock);
  pthread_mutex_lock(data2Lock);
  data2Value = data1Value + 1;
  pthread_mutex_unlock(data2Lock);
  return 0;
}

void* reader(void* arg) {
  int t1 = -1, t2 = -1;
  pthread_mutex_lock(data1Lock);
  if (data1Value == 0) {
    pthread_mutex_unlock(data1Lock);
    return 0;
  }
  t1 = data1Value;
  pthread_mutex_unlock(data1Lock);
  pthread_mutex_lock(data2Lock);
  t2 = data2Value;
  pthread_mutex_unlock(data2Lock);
#ifdef WRONG
  if (t2 != t1 + 1) {
#else
  if (t2 != t1 + 1 && t2 != 0) {
#endif
  ERROR: {
    reach_error();
    abort();
  }
  }
  return 0;
}

int main(int argc, char* argv[]) {
  int i, ret;
  pthread_t w, r;
  data1Lock = (pthread_mutex_t*)malloc(sizeof(pthread_mutex_t));
  data2Lock = (pthread_mutex_t*)malloc(sizeof(pthread_mutex_t));
  if (0 != (ret = pthread_mutex_init(data1Lock, 0)))
    exit(1);
  if (0 != (ret = pthread_mutex_init(data2Lock, 0)))
    exit(1);
  if (0 != (ret = pthread_create(&w, 0, &writer, 0)))
    exit(1);
  if (0 != (ret = pthread_create(&r, 0, &reader, 0)))
    exit(1);
  pthread_join(w, 0);
  pthread_join(r, 0);
  return 0;
}
