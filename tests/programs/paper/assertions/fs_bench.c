/* Each thread gives a block to an inode of its own if that has none, as a file system does: under the lock of the inode
 * it takes the first block that is not busy, looking at each under the block's lock. At first each inode has none or a
 * block that nobody knows; then the thread does not find the block it expects. Parameter: THREADS. */
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
  if (inodes[inode] == 0) {
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
  assert(inodes[inode] == block + 1);
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
