// A call through a pointer that another thread has not set yet. The error is at the call.
#include <pthread.h>
#include <stdatomic.h>

typedef int (*handler)(int);

static _Atomic(handler) installed;
static atomic_int ready;

static int twice(int value) {
  return 2 * value;
}

static int call(int value) {
  return installed(value) + 1;
}

static void* caller(void* unused) {
  if (ready)
    call(1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, caller, 0);
#ifdef FIRST
  installed = twice;
#endif
  ready = 1;
  installed = twice;
  pthread_join(thread, 0);
}
