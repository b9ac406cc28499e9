/* A thread keeps the address of a local variable of a function that may return first. JOINED waits for the thread
 * inside that function. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int seen;

static void *look(void *address) {
  pthread_mutex_lock(&m);
  seen = *(int *)address;
  pthread_mutex_unlock(&m);
  return NULL;
}

static pthread_t start(void) {
  int local = 7;
  pthread_t t;
  pthread_create(&t, NULL, look, &local);
#ifdef JOINED
  pthread_join(t, NULL);
#endif
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return t;
}

int main(void) {
  pthread_t t = start();
#ifndef JOINED
  pthread_join(t, NULL);
#endif
  return seen == 7 ? 0 : 1;
}
