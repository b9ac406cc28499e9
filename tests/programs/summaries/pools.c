// An allocator with a pool for each thread, and counters that all threads share, as nedmalloc has them. What is
// asserted depends on the pool of the thread alone. -DBUG: a block that is large may come from the shared reserve.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif
#define BLOCKS 4

static atomic_size_t allocations, in_use, highest;
static pthread_mutex_t footprint_lock = PTHREAD_MUTEX_INITIALIZER;
static size_t footprint;
static atomic_size_t reserve = N - 1;

struct pool {
  unsigned char used[BLOCKS];
};

static size_t take(struct pool* pool) {
  for (size_t i = 0; i < BLOCKS; i++)
    if (!pool->used[i]) {
      pool->used[i] = 1;
      allocations++;
      const size_t now = ++in_use;
      highest = now;
      return i;
    }
  return BLOCKS;
}

static void give_back(struct pool* pool, size_t block) {
  pool->used[block] = 0;
  in_use--;
}

static void* client(void* none) {
  (void)none;
  struct pool pool = {{0}};
  pthread_mutex_lock(&footprint_lock);
  footprint += sizeof pool;
  pthread_mutex_unlock(&footprint_lock);
  const size_t one = take(&pool), other = take(&pool);
  assert(one != other && other < BLOCKS);
  give_back(&pool, one);
  assert(take(&pool) == one);
#ifdef BUG
  const size_t left = reserve--;
  assert(left > 0 && left < BLOCKS);
#endif
  return NULL;
}

int main(void) {
  pthread_t clients[N];
  for (size_t i = 0; i < N; i++)
    pthread_create(&clients[i], NULL, client, NULL);
  for (size_t i = 0; i < N; i++)
    pthread_join(clients[i], NULL);
}
