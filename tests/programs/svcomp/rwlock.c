// A reader-writer lock whose entries are atomic functions that assume that the lock is free.
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

int w = 0, r = 0, x, y;

void __VERIFIER_atomic_take_write_lock() {
#ifdef WRONG
  __VERIFIER_assume(w == 0);
#else
  __VERIFIER_assume(w == 0 && r == 0);
#endif
  w = 1;
}

void __VERIFIER_atomic_take_read_lock() {
  __VERIFIER_assume(w == 0);
  r = r + 1;
}

void __VERIFIER_atomic_release_read_lock() {
  r = r - 1;
}

void* writer(void* arg) {
  __VERIFIER_atomic_take_write_lock();
  x = 3;
  w = 0;
  return 0;
}

void* reader(void* arg) {
  int l;
  __VERIFIER_atomic_take_read_lock();
  l = x;
  y = l;
  __VERIFIER_assert(y == x);
  __VERIFIER_atomic_release_read_lock();
  return 0;
}

int main() {
  pthread_t t1, t2, t3;
  pthread_create(&t1, 0, writer, 0);
  pthread_create(&t2, 0, reader, 0);
#ifdef TWO
  pthread_create(&t3, 0, writer, 0);
  pthread_join(t3, 0);
#endif
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  return 0;
}
