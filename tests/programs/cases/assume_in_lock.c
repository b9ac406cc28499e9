/* A false assumption inside a lock leaves another thread waiting for that lock: no deadlock, the execution is blocked.
 */
#include "two_threads.h"

extern void __VERIFIER_assume(int condition);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int flag;

static void* expect(void* unused) {
  pthread_mutex_lock(&lock);
  __VERIFIER_assume(flag == 1);
  pthread_mutex_unlock(&lock);
  return unused;
}

static void* raise_(void* unused) {
  pthread_mutex_lock(&lock);
  flag = 1;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  runBoth(expect, raise_, NULL);
  return 0;
}
