/* Addresses depend on the thread's own history alone; memory is fresh, zero, and never handed out twice. */
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
int turn;
char *blocks[2];
void *work(void *index) {
  long i = (long)index;
  turn++;
  char *block = calloc(1, 24);
  blocks[i] = block;
  char *grown = realloc(block, 4000);
  assert(grown != block);
  void *aligned;
  assert(posix_memalign(&aligned, 256, 100) == 0 && (unsigned long)aligned % 256 == 0);
  free(grown);
  free(aligned);
  assert(malloc(24) != block);
  return 0;
}
int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, work, (void *)i);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  return 0;
}
