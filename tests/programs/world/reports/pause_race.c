/* A flag is tested before pause: a signal that comes in between is lost. -DFIX blocks it and waits with sigsuspend. */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t stop;
static pthread_t first;

static void onStop(int number) {
  (void)number;
  stop = 1;
}

static void *sender(void *unused) {
  pthread_kill(first, SIGUSR1);
  return unused;
}

int main(void) {
  struct sigaction action = {.sa_handler = onStop};
  sigaction(SIGUSR1, &action, NULL);
  sigset_t one, before;
  sigemptyset(&one);
  sigaddset(&one, SIGUSR1);
  first = pthread_self();
  pthread_t thread;
#ifdef FIX
  pthread_sigmask(SIG_BLOCK, &one, &before);
#endif
  pthread_create(&thread, NULL, sender, NULL);
#ifdef FIX
  while (!stop)
    sigsuspend(&before);
#else
  while (!stop)
    pause();
#endif
  pthread_join(thread, NULL);
  return 0;
}
