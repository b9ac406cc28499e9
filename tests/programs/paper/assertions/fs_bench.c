/* Each thread gives a block to an inode of its own if that has none, as a file system does: under the lock of the inode
 * it takes the first block that is not busy, looking at each under the block's lock. Whether an inode has a block at
 * first is unknown; one that has expects that its block is busy, and that is never so. Parameter: THREADS. */
#include "../shared.h"
#include <assert.h>
#ifndef THREADS
#define THREADS 8
#endif

enum { INODES = 32, BLOCKS = 26 };

static pthread_mutex_t inodeLocks[INODES], blockLocks[BLOCKS];
static int inodes[INODES];
static bool isBusy[BLOCKS];

static void* allocate(void* arg) {
  int inode = (int)(long)arg % INODES;
  int block = inode * 2 % BLOCKS;
  pthread_mutex_lock(&inodeLocks[inode]);
  if (inodes[inode] != 0) {
    pthread_mutex_lock(&blockLocks[block]);
    assert(isBusy[block]);
    pthread_mutex_unlock(&blockLocks[block]);
  } else {
    bool isFound = false;
    for (int tried = block; !isFound; tried = (tried + 1) % BLOCKS) {
      pthread_mutex_lock(&blockLocks[tried]);
      if (!isBusy[tried]) {
        isBusy[tried] = true;
        inodes[inode] = tried + 1;
        isFound = true;
      }
      pthread_mutex_unlock(&blockLocks[tried]);
    }
  }
  pthread_mutex_unlock(&inodeLocks[inode]);
  return NULL;
}

int main(void) {
  for (int i = 0; i < INODES; i++)
    pthread_mutex_init(&inodeLocks[i], NULL);
  for (int i = 0; i < BLOCKS; i++)
    pthread_mutex_init(&blockLocks[i], NULL);
  for (int i = 0; i < THREADS; i++)
    inodes[i] = __VERIFIER_nondet_int();
  runThreads(THREADS, allocate, 0, NULL);
  return 0;
}
