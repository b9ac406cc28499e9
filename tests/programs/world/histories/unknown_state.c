// A thread waits in a loop after a call whose effects are not known. So its state is not known, the loop is cut, and
// the reason says which call it was. -DKNOWN leaves the call out.
#include <locale.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int turn;

static int look(void) {
  pthread_mutex_lock(&lock);
  const int now = turn;
  pthread_mutex_unlock(&lock);
  return now;
}

static void* waits(void* unused) {
#ifndef KNOWN
  localeconv();
#endif
  while (look() == 0)
    continue;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, waits, 0);
  pthread_mutex_lock(&lock);
  turn = 1;
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  return 0;
}
