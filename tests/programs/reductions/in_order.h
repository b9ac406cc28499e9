/* Starts threads in the order that ORDER names, and joins them. */
#include <pthread.h>

#ifndef ORDER
#define ORDER 0 /* number of a permutation */
#endif

typedef void* (*body)(void*);

static inline void run(body bodies[], int count) {
  pthread_t threads[8];
  body left[8];
  for (int i = 0; i < count; i++)
    left[i] = bodies[i];
  int code = ORDER;
  for (int i = 0; i < count; i++) {
    const int place = code % (count - i);
    code /= count - i;
    pthread_create(&threads[i], 0, left[place], 0);
    for (int rest = place; rest + 1 < count - i; rest++)
      left[rest] = left[rest + 1];
  }
  for (int i = 0; i < count; i++)
    pthread_join(threads[i], 0);
}
