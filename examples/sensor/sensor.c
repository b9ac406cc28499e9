/* A temperature logger. The sampler adds a reading to the window; a spike (a reading above SPIKE) starts a new window.
 * The display shows the window's average. */
#include <assert.h>
#include <pthread.h>
#include <revisit.h>
#include <stddef.h>

#define SPIKE 85

static struct {
  pthread_mutex_t lock;
  int sum, count;
} window = {PTHREAD_MUTEX_INITIALIZER, 21, 1};
static int shown;

static void* sampler(void* unused) {
  int reading = revisit_nondet_int("reading");
  revisit_assume(reading > -40 && reading < 125);
  pthread_mutex_lock(&window.lock);
  if (reading > SPIKE) {
    window.sum = 0;
    window.count = 0;
  } else {
    window.sum += reading;
    window.count++;
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

static void* display(void* unused) {
  if (hasReadings())
    shown = average();
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
