// Blocks of mimalloc that another thread frees.
#include <assert.h>
#include <mimalloc.h>
#include <pthread.h>
static void* give(void* block) {
  mi_free(block);
  return NULL;
}
int main(void) {
  pthread_t thread;
  char *first = mi_malloc(24), *second = mi_malloc(24);
  first[0] = 1, second[0] = 2;
  pthread_create(&thread, NULL, give, first);
  char* third = mi_malloc(24);
  third[0] = 3;
  assert(third != second && second[0] == 2);
  mi_free(second);
  pthread_join(thread, NULL);
  mi_free(third);
}
