/* A handler takes the lock that the thread may hold when it is interrupted. -DFIX blocks the signal meanwhile. */
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t first;
static int count;

static void onSignal(int number) {
  (void)number;
  pthread_mutex_lock(&lock);
  count++;
  pthread_mutex_unlock(&lock);
}

static void *sender(void *unused) {
  pthread_kill(first, SIGUSR1);
  return unused;
}

int main(void) {
  pthread_t thread;
  sigset_t one;
  first = pthread_self();
  sigemptyset(&one);
  sigaddset(&one, SIGUSR1);
  signal(SIGUSR1, onSignal);
  pthread_create(&thread, NULL, sender, NULL);
#ifdef FIX
  pthread_sigmask(SIG_BLOCK, &one, NULL);
#endif
  pthread_mutex_lock(&lock);
  count++;
  pthread_mutex_unlock(&lock);
#ifdef FIX
  pthread_sigmask(SIG_UNBLOCK, &one, NULL);
#endif
  pthread_join(thread, NULL);
  return 0;
}
