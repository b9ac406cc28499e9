// Timed waits in loops: as long as the other thread does nothing, they end by time-outs, and the clock moves each time.
// With -DATTEMPTS=N the loop gives up after so many; -DPOLL: it waits in poll; -DLOST: it fails after its attempts.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#ifndef ATTEMPTS
#define ATTEMPTS 1000000
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready, ends[2];

static void* worker(void* unused) {
#ifdef POLL
  assert(write(ends[1], "x", 1) == 1);
#endif
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static int waitOnce(void) {
#ifdef POLL
  struct pollfd polled = {ends[0], POLLIN, 0};
  return poll(&polled, 1, 50) == 1;
#else
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec++;
  pthread_mutex_lock(&mutex);
  if (!ready)
    pthread_cond_timedwait(&changed, &mutex, &until);
  const int isReady = ready;
  pthread_mutex_unlock(&mutex);
  return isReady;
#endif
}

int main(void) {
  pthread_t thread;
  assert(pipe(ends) == 0);
  pthread_create(&thread, NULL, worker, NULL);
  int isReady = 0;
  for (int attempt = 0; attempt < ATTEMPTS && !isReady; attempt++)
    isReady = waitOnce();
#ifdef LOST
  assert(isReady);
#endif
  pthread_join(thread, NULL);
}
