/* Two threads race at every pair of their places. More than 4,000 of one execution are left off, and said to be. */
#include <pthread.h>

static int x;

static void* up(void* argument) {
  x++; x++; x++; x++; x++; x++; x++; x++; x++; x++; x++; x++; x++; x++;
#ifndef FEW
  x++; x++; x++; x++; x++; x++; x++; x++; x++; x++; x++; x++; x++; x++;
  x++; x++; x++; x++; x++; x++; x++; x++; x++; x++; x++; x++; x++; x++;
#endif
  return argument;
}

static void* down(void* argument) {
  x--; x--; x--; x--; x--; x--; x--; x--; x--; x--; x--; x--; x--; x--;
#ifndef FEW
  x--; x--; x--; x--; x--; x--; x--; x--; x--; x--; x--; x--; x--; x--;
  x--; x--; x--; x--; x--; x--; x--; x--; x--; x--; x--; x--; x--; x--;
#endif
  return argument;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, up, NULL);
  pthread_create(&two, NULL, down, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
}
