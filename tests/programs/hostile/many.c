/* N threads that add. */
#include "hostile.h"
#ifndef N
#define N 64
#endif

int main(void) {
  pthread_t others[N];
  for (int i = 0; i < N; i++)
    pthread_create(&others[i], NULL, adder, NULL);
  for (int i = 0; i < N; i++)
    pthread_join(others[i], NULL);
  assert(sum == N);
}
