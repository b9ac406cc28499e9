// Cars of unknown size enter a garage, if there is room, and leave it.
#include <assert.h>
#include <pthread.h>
#include <revisit.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif
#ifndef T
#define T 2
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int free_places = 10, inside;

static void* run(void* none) {
  (void)none;
  for (int i = 0; i < N; i++) {
    const unsigned char size = revisit_nondet_uchar("size");
    revisit_assume(size >= 1 && size <= 4);
    pthread_mutex_lock(&lock);
    const bool enters = size <= free_places;
    if (enters) {
      free_places -= size;
      inside++;
    }
    assert(free_places >= 0 && inside <= T);
    pthread_mutex_unlock(&lock);
    if (enters) {
      pthread_mutex_lock(&lock);
      free_places += size;
      inside--;
      assert(free_places <= 10 && inside >= 0);
      pthread_mutex_unlock(&lock);
    }
  }
  return NULL;
}

int main(void) {
  pthread_t threads[T];
  for (size_t i = 0; i < T; i++)
    pthread_create(&threads[i], NULL, run, (void*)i);
  for (size_t i = 0; i < T; i++)
    pthread_join(threads[i], NULL);
  assert(free_places == 10);
}
