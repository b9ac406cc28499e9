/* A range whose lower bound must never be above its upper bound, and a count of its changes, each with its own lock. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t range_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t count_lock = PTHREAD_MUTEX_INITIALIZER;
static int low = 1, high = 2, changes;

static void* move(void* unused) {
  pthread_mutex_lock(&range_lock);
  pthread_mutex_lock(&count_lock);
  changes++;
  low += 10;
  pthread_mutex_unlock(&range_lock);
  high += 10;
  pthread_mutex_unlock(&count_lock);
  return unused;
}

static void* check(void* unused) {
  pthread_mutex_lock(&range_lock);
  assert(low <= high);
  pthread_mutex_unlock(&range_lock);
  return unused;
}

int main(void) {
  pthread_t mover, checker;
  pthread_create(&mover, NULL, move, NULL);
  pthread_create(&checker, NULL, check, NULL);
  pthread_join(mover, NULL);
  pthread_join(checker, NULL);
  return 0;
}
