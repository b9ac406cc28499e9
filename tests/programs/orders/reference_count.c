// The last of two owners frees a block: not before the other one has used it.
#include <pthread.h>
#include <stdlib.h>

struct Block {
  int count, value;
};

static void drop(struct Block* block) {
  if (__atomic_fetch_sub(&block->count, 1, __ATOMIC_ACQ_REL) == 1) // weak: RELAXED
    free(block);
}

static void* use(void* argument) {
  struct Block* block = argument;
  block->value++;
  drop(block);
  return 0;
}

int main(void) {
  struct Block* block = calloc(1, sizeof *block);
  block->count = 1;
  __atomic_fetch_add(&block->count, 1, __ATOMIC_RELAXED);
  pthread_t other;
  pthread_create(&other, 0, use, block);
  drop(block);
  pthread_join(other, 0);
}
