/* Waiting inside of handlers. CASE 1: the state of a thread in a handler is not known, so this loop is followed to its
 * bound. */
#define _GNU_SOURCE
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_t self;
static int ends[2], others[2];
static volatile sig_atomic_t count;

#if CASE == 1 /* it tries a lock until it has it */
static void handle(int number) {
  (void)number;
  while (pthread_mutex_trylock(&mutex) != 0)
    sched_yield();
  count++;
  pthread_mutex_unlock(&mutex);
}
static void* other(void* argument) {
  pthread_mutex_lock(&mutex);
  pthread_kill(self, SIGUSR1);
#ifndef WRONG
  pthread_mutex_unlock(&mutex);
#endif
  return argument;
}
#elif CASE == 2 /* it polls two pipes */
static void handle(int number) {
  (void)number;
  struct pollfd polled[2] = {{ends[0], POLLIN, 0}, {others[0], POLLIN, 0}};
  count += poll(polled, 2, -1);
}
static void* other(void* argument) {
  pthread_kill(self, SIGUSR1);
#ifndef WRONG
  write(others[1], "x", 1);
#endif
  return argument;
}
#endif

int main(void) {
  pthread_t thread;
  self = pthread_self();
  pipe(ends);
  pipe(others);
  signal(SIGUSR1, handle);
  pthread_create(&thread, NULL, other, NULL);
  pthread_join(thread, NULL);
  assert(count == 1);
}
