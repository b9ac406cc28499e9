#include <pthread.h>
#include <assert.h>
#include <stdio.h>
int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *a) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return a; }
int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, f, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  printf("x=%d\n", x);
  assert(x == 2);
  return 0;
}
