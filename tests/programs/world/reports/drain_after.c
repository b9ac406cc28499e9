/* A wake-up pipe is drained after the queue was emptied: a job put in between is not seen. -DFIX drains first. */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int jobs, ends[2];

static void* poster(void* unused) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    jobs++;
    pthread_mutex_unlock(&lock);
    assert(write(ends[1], "x", 1) == 1);
  }
  return unused;
}

static int takeAll(void) {
  pthread_mutex_lock(&lock);
  int taken = jobs;
  jobs = 0;
  pthread_mutex_unlock(&lock);
  return taken;
}

int main(void) {
  pthread_t thread;
  int done = 0;
  char text[8];
  assert(pipe2(ends, O_NONBLOCK) == 0);
  pthread_create(&thread, NULL, poster, NULL);
  while (done < 2) {
    struct pollfd p = {ends[0], POLLIN, 0};
    assert(poll(&p, 1, -1) == 1);
#ifdef FIX
    (void)!read(ends[0], text, sizeof text);
    done += takeAll();
#else
    done += takeAll();
    (void)!read(ends[0], text, sizeof text);
#endif
  }
  pthread_join(thread, NULL);
  return 0;
}
