/* A thread takes signals with sigwait, but another thread does not block them: its default action ends the process.
 * -DFIX blocks them before the thread is created. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static sigset_t term;

static void *waiter(void *unused) {
  int number;
  pthread_sigmask(SIG_BLOCK, &term, NULL);
  assert(sigwait(&term, &number) == 0 && number == SIGTERM);
  return unused;
}

int main(void) {
  pthread_t thread;
  sigemptyset(&term);
  sigaddset(&term, SIGTERM);
#ifdef FIX
  pthread_sigmask(SIG_BLOCK, &term, NULL);
#endif
  pthread_create(&thread, NULL, waiter, NULL);
  kill(getpid(), SIGTERM);
  pthread_join(thread, NULL);
  return 0;
}
