/* A temperature logger. The sampler adds a reading to the running window; a spike (a reading above LIMIT) restarts the
 * window. The display shows the window's average. */
#include <assert.h>
#include <pthread.h>


#define LIMIT 85

extern int revisit_nondet_int(const char *name);

static struct {
  pthread_mutex_t lock;
  int sum, count;
} window = {PTHREAD_MUTEX_INITIALIZER, 21, 1};

static void *sampler(void *unused) {
  int reading = revisit_nondet_int("reading");
  pthread_mutex_lock(&window.lock);
  if (reading > LIMIT) {
    window.sum = 0;
    window.count = 0;
  } else {
    window.sum = (window.sum + reading) / 2;
  }
  pthread_mutex_unlock(&window.lock);
  return unused;
}

static int hasReadings(void) {
  pthread_mutex_lock(&window.lock);
  int count = window.count;
  pthread_mutex_unlock(&window.lock);
  return count > 0;
}

static int average(void) {
  pthread_mutex_lock(&window.lock);
  assert(window.count > 0);
  int result = window.sum / window.count;
  pthread_mutex_unlock(&window.lock);
  return result;
}

static void *display(void *unused) {
  if (hasReadings())
    printf("%d degrees\n", average());
  return unused;
}

int main(void) {
  pthread_t samplerThread, displayThread;
  pthread_create(&samplerThread, NULL, sampler, NULL);
  pthread_create(&displayThread, NULL, display, NULL);
  pthread_join(samplerThread, NULL);
  pthread_join(displayThread, NULL);
  return 0;
}
