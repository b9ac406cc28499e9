/* Three threads under one lock: add one, add two, and expect less than three. */
#include "shared.h"
#include <assert.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void* add(void* arg) {
  pthread_mutex_lock(&lock);
  data += 1 + (int)(long)arg;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void* expectLess(void* unused) {
  pthread_mutex_lock(&lock);
  assert(data < 3);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  runThreads(2, add, 1, expectLess);
  return 0;
}
