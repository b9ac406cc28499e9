/* Threads fill an array: each its own element, or SAME. */
#include <pthread.h>

static int results[2];

static void* fill(void* place) {
  *(int*)place = 1;
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, fill, &results[0]);
#ifdef SAME
  pthread_create(&second, NULL, fill, &results[0]);
#else
  pthread_create(&second, NULL, fill, &results[1]);
#endif
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return results[0] != 1;
}
