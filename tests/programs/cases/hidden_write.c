/* A library function that is not instrumented writes to memory that another thread reads: the result cannot be trusted,
 * and the report names the function. */
#define _GNU_SOURCE
#include "two_threads.h"
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char shared[3];

static void* writeThroughLibrary(void* unused) {
  pthread_mutex_lock(&lock);
  memfrob(shared, 2);
  pthread_mutex_unlock(&lock);
  return unused;
}

static void* look(void* unused) {
  pthread_mutex_lock(&lock);
  int local = shared[0];
  (void)local;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  runBoth(writeThroughLibrary, look, NULL);
  return 0;
}
