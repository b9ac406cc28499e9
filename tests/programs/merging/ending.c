// What a thread, or main, returns is part of its state while a handler of its end runs: x is read there once more.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
static _Atomic int x;

static void *set(void *unused) {
  x = 1;
  return unused;
}

#if defined STATUS
static void last(void) { (void)x; }

int main(void) {
  pthread_t other;
  atexit(last);
  pthread_create(&other, NULL, set, NULL);
  return x ? 3 : 0;
}
#else
static pthread_key_t key;

static void last(void *unused) {
  (void)unused;
  (void)x;
}

static void *look(void *unused) {
  (void)unused;
  pthread_setspecific(key, &key);
  unsigned long found = INPUT ? __VERIFIER_nondet_uint() : 77;
  if (x)
    found = 3;
  return (void *)found;
}

int main(void) {
  pthread_t one, other;
  void *result;
  pthread_key_create(&key, last);
  pthread_create(&one, NULL, look, NULL);
  pthread_create(&other, NULL, set, NULL);
  pthread_join(one, &result);
  pthread_join(other, NULL);
  assert((unsigned long)result != 77);
  return 0;
}
#endif
