/* The handler takes a lock that the code which it interrupts may hold: a normal mutex is never taken twice. The right
 * one only notes that it was called. */
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int lines;
static volatile sig_atomic_t wanted;

static void add(void) {
  pthread_mutex_lock(&mutex);
  lines++;
  pthread_mutex_unlock(&mutex);
}

static void handler(int number) {
  (void)number;
#ifdef FIX
  wanted = 1;
#else
  add();
#endif
}

static void* worker(void* argument) {
  add();
  return argument;
}

int main(void) {
  pthread_t other;
  signal(SIGUSR1, handler);
  pthread_create(&other, 0, worker, 0);
  pthread_mutex_lock(&mutex);
  raise(SIGUSR1);
  lines += wanted;
  pthread_mutex_unlock(&mutex);
  pthread_join(other, 0);
}
