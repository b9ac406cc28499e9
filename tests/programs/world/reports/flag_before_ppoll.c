/* A flag is tested before poll: a signal that comes in between is lost. -DFIX blocks it and waits with ppoll. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static volatile sig_atomic_t quit;
static int never[2];
static void onUsr1(int s) {
  quit = 1;
}

static void* loop(void* unused) {
  sigset_t none;
  sigemptyset(&none);
  while (!quit) {
    struct pollfd p = {never[0], POLLIN, 0};
#ifdef FIX
    assert(ppoll(&p, 1, NULL, &none) == -1 && errno == EINTR);
#else
    assert(poll(&p, 1, -1) == -1 && errno == EINTR);
#endif
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  struct sigaction a = {.sa_handler = onUsr1};
  sigaction(SIGUSR1, &a, NULL);
  assert(pipe(never) == 0);
#ifdef FIX
  sigset_t usr1;
  sigemptyset(&usr1);
  sigaddset(&usr1, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &usr1, NULL);
#endif
  pthread_create(&thread, NULL, loop, NULL);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
  return 0;
}
