/* A writer sets one number under its lock, and then a second one, which is the first plus one, under another lock. A
 * reader that sees the first one set expects the second one, too. Parameters: WRITERS, READERS. */
#include "../shared.h"
#include <assert.h>
#ifndef WRITERS
#define WRITERS 2
#endif
#ifndef READERS
#define READERS 1
#endif

static pthread_mutex_t firstLock = PTHREAD_MUTEX_INITIALIZER, secondLock = PTHREAD_MUTEX_INITIALIZER;
static int first, second;

static void* writeBoth(void* unused) {
  pthread_mutex_lock(&firstLock);
  first = 1;
  int seen = first;
  pthread_mutex_unlock(&firstLock);
  pthread_mutex_lock(&secondLock);
  second = seen + 1;
  pthread_mutex_unlock(&secondLock);
  return unused;
}

static void* readBoth(void* unused) {
  pthread_mutex_lock(&firstLock);
  int seen = first;
  pthread_mutex_unlock(&firstLock);
  if (seen == 0)
    return unused;
  pthread_mutex_lock(&secondLock);
  int next = second;
  pthread_mutex_unlock(&secondLock);
  assert(next == seen + 1);
  return unused;
}

int main(void) {
  runThreads(WRITERS, writeBoth, READERS, readBoth);
  return 0;
}
