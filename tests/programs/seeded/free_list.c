/* A pool of equal blocks without a lock. The free blocks are a list of indexes; compare-and-swap changes its head.
   BUG: the head is only an index. Suppose another thread takes the block at the head and gives it back, between a
   thread's look at the head and its compare-and-swap. Then the swap succeeds, and the head becomes a block that is no
   longer free (ABA). The fixed form counts the changes in the other half of the head. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { BLOCKS = 3, NOTHING = 0xffff };

struct block {
  _Atomic uint32_t next;
  _Atomic int owners;
  char bytes[8];
};

struct pool {
  _Atomic uint64_t head; /* the index below, the number of changes above */
  struct block blocks[BLOCKS];
};

static uint32_t index_of(uint64_t head) {
  return (uint32_t)head;
}

static uint64_t make_head(uint64_t before, uint32_t index) {
#ifdef BUG
  (void)before;
  return index;
#else
  return ((before >> 32) + 1) << 32 | index;
#endif
}

static void pool_init(struct pool* pool) {
  for (uint32_t i = 0; i < BLOCKS; i++) {
    atomic_init(&pool->blocks[i].next, i + 1 < BLOCKS ? i + 1 : NOTHING);
    atomic_init(&pool->blocks[i].owners, 0);
    memset(pool->blocks[i].bytes, 0, sizeof pool->blocks[i].bytes);
  }
  atomic_init(&pool->head, 0);
}

/* NULL when all blocks are in use. */
static struct block* pool_take(struct pool* pool) {
  uint64_t head = atomic_load(&pool->head);
  while (index_of(head) != NOTHING) {
    struct block* block = &pool->blocks[index_of(head)];
    uint32_t next = atomic_load(&block->next);
    if (atomic_compare_exchange_strong(&pool->head, &head, make_head(head, next))) {
      int owners = atomic_fetch_add(&block->owners, 1);
      assert(owners == 0);
      return block;
    }
  }
  return NULL;
}

static void pool_give(struct pool* pool, struct block* block) {
  atomic_fetch_sub(&block->owners, 1);
  uint64_t head = atomic_load(&pool->head);
  do
    atomic_store(&block->next, index_of(head));
  while (!atomic_compare_exchange_strong(&pool->head, &head, make_head(head, (uint32_t)(block - pool->blocks))));
}

static struct pool pool;
static struct block* kept[2];

/* Keeps the first block that it gets. */
static void* open_session(void* argument) {
  struct block** slot = argument;
  *slot = pool_take(&pool);
  return NULL;
}

/* Needs two blocks for a moment and keeps the second. */
static void* copy_message(void* argument) {
  struct block** slot = argument;
  struct block* source = pool_take(&pool);
  struct block* copy = pool_take(&pool);
  if (source && copy)
    memcpy(copy->bytes, source->bytes, sizeof copy->bytes);
  if (source)
    pool_give(&pool, source);
  *slot = copy;
  return NULL;
}

int main(void) {
  pool_init(&pool);
  pthread_t session, copier;
  pthread_create(&session, NULL, open_session, &kept[0]);
  pthread_create(&copier, NULL, copy_message, &kept[1]);
  pthread_join(session, NULL);
  pthread_join(copier, NULL);

  assert(kept[0] && kept[1] && kept[0] != kept[1]);
  struct block* last = pool_take(&pool);
  assert(last && last != kept[0] && last != kept[1]);
  return 0;
}
