/* 100 MB of heap, touched. */
#include "hostile.h"

int main(void) {
  enum { megabytes = 100 };
  char* block = malloc((size_t)megabytes << 20);
  memset(block, 1, (size_t)megabytes << 20);
  pthread_t other;
  pthread_create(&other, NULL, adder, NULL);
  add(block[((size_t)megabytes << 20) - 1]);
  pthread_join(other, NULL);
  assert(sum == 2);
  free(block);
}
