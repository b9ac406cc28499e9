/* SIGTERM is to end a read that waits, but signal() makes it go on. -DHALF: sigaction without SA_RESTART, and the signal
 * may still come just before the read. -DFIX permits it while ppoll waits only. */
#define _GNU_SOURCE
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t quit;
static int ends[2];
static pthread_t self;

static void onTerm(int number) {
  (void)number;
  quit = 1;
}

static void *sender(void *unused) {
  pthread_kill(self, SIGTERM);
  return unused;
}

int main(void) {
  pthread_t thread;
  struct sigaction action;
  sigset_t term, before;
  self = pthread_self();
  pipe(ends);
  memset(&action, 0, sizeof action);
  action.sa_handler = onTerm;
#if !defined HALF && !defined FIX
  action.sa_flags = SA_RESTART;
#endif
  sigaction(SIGTERM, &action, NULL);
  sigemptyset(&term);
  sigaddset(&term, SIGTERM);
#ifdef FIX
  pthread_sigmask(SIG_BLOCK, &term, &before);
#endif
  pthread_create(&thread, NULL, sender, NULL);
  while (!quit) {
    char byte;
#ifdef FIX
    struct pollfd polled = {ends[0], POLLIN, 0};
    if (ppoll(&polled, 1, NULL, &before) == 1)
      read(ends[0], &byte, 1);
#else
    read(ends[0], &byte, 1);
#endif
  }
  pthread_join(thread, NULL);
  return 0;
}
