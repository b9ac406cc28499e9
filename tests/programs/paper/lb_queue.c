/* A ring under one lock. Parameters: INS threads enqueue once, REM threads dequeue once. */
#include "shared.h"
#ifndef INS
#define INS 2
#endif
#ifndef REM
#define REM 0
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ring[INS], size, head;

static void* enqueue(void* arg) {
  pthread_mutex_lock(&lock);
  if (size < INS)
    ring[(head + size++) % INS] = (int)(long)arg;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void* dequeue(void* unused) {
  pthread_mutex_lock(&lock);
  if (size > 0) {
    head = (head + 1) % INS;
    size--;
  }
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  runThreads(INS, enqueue, REM, dequeue);
  return 0;
}
