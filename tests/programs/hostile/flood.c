/* Hundreds of megabytes of output. */
#include "hostile.h"
#ifndef MEGABYTES
#define MEGABYTES 300
#endif

int main(void) {
  static char block[1 << 20];
  memset(block, 'x', sizeof block - 1);
  block[sizeof block - 2] = '\n';
  pthread_t other;
  pthread_create(&other, NULL, adder, NULL);
  for (int i = 0; i < MEGABYTES; i++)
    HOW;
  add(2);
  pthread_join(other, NULL);
#ifdef WRONG
  assert(sum != 3);
#else
  assert(sum == 3);
#endif
}
