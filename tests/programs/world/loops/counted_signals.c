/* A consumer counts on one signal for each piece of work. Standard signals that are pending are one. -DFIX sends a
 * real-time signal, of which each is queued. */
#include <pthread.h>
#include <signal.h>

#ifdef FIX
#define WORK SIGRTMIN
#else
#define WORK SIGUSR1
#endif

static pthread_t consumer;

static void *producer(void *unused) {
  pthread_kill(consumer, WORK);
  pthread_kill(consumer, WORK);
  return unused;
}

int main(void) {
  pthread_t thread;
  sigset_t mask;
  int number;
  consumer = pthread_self();
  sigemptyset(&mask);
  sigaddset(&mask, WORK);
  pthread_sigmask(SIG_BLOCK, &mask, NULL);
  pthread_create(&thread, NULL, producer, NULL);
  sigwait(&mask, &number);
  sigwait(&mask, &number);
  pthread_join(thread, NULL);
  return 0;
}
