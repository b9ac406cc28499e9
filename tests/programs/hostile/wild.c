/* Writes where nothing of the program's is. */
#include "hostile.h"
#ifndef TO
#define TO 0x200000000000
#endif
#ifndef BYTES
#define BYTES 8
#endif

static void* thread(void* argument) {
  volatile char* at = (volatile char*)(TO);
  for (long i = 0; i < BYTES; i++)
    at[i] = (char)0xee;
  add(1);
  return argument;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, thread, NULL);
  add(2);
  pthread_join(other, NULL);
  assert(sum == 3);
}
