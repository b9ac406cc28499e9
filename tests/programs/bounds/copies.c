/* Copies and fills of more memory than anybody would want a record for. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 2 << 20 };
static int last;

static void *work(void *argument) {
  char *from = malloc(SIZE), *to = malloc(SIZE);
  memset(from, 7, SIZE);
  memcpy(to, from, SIZE);
  memmove(to + 1, to, SIZE - 1);
  last = to[SIZE - 1];
  free(from);
  free(to);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  assert(last == 7);
}
