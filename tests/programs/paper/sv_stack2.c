/* As sv_stack1, but the popping thread waits for a flag that is never taken back: it may meet an empty stack, and then
 * leaves with the lock held. Parameter: N. */
#include "shared.h"
#ifndef N
#define N 2
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stack[N], top;
static bool started;

static void* pushAll(void* unused) {
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&lock);
    int value = chooseInput();
    __VERIFIER_assume(value < N);
    stack[top++] = value;
    started = true;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static void* popAll(void* unused) {
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&lock);
    if (started) {
      if (top == 0)
        return unused;
      top--;
    }
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  runThreads(1, pushAll, 1, popAll);
  return 0;
}
