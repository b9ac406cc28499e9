/* A block belongs to an inode if the inode says so. One thread gives it to the inode if that has none, and uses it;
 * another one clears the block if nobody has it. The inode and the mark of the block are unknown but agree. */
#include "../shared.h"
#include <assert.h>

static pthread_mutex_t inodeLock = PTHREAD_MUTEX_INITIALIZER, busyLock = PTHREAD_MUTEX_INITIALIZER;
static int inode, busy;
static atomic_int block;

static void* allocate(void* unused) {
  pthread_mutex_lock(&inodeLock);
  if (inode == 0) {
    pthread_mutex_lock(&busyLock);
    busy = 1;
    pthread_mutex_unlock(&busyLock);
    inode = 1;
  }
  block = 1;
  assert(block == 1);
  pthread_mutex_unlock(&inodeLock);
  return unused;
}

static void* clear(void* unused) {
  pthread_mutex_lock(&busyLock);
  if (busy == 0) {
    block = 0;
    assert(block == 0);
  }
  pthread_mutex_unlock(&busyLock);
  return unused;
}

int main(void) {
  inode = __VERIFIER_nondet_int();
  busy = inode;
  runThreads(1, allocate, 1, clear);
  return 0;
}
