/* Starts two threads, the first-scheduled one first, and waits for both. */
#pragma once

#include <pthread.h>
#include <stddef.h>

static inline void runBoth(void* (*first)(void*), void* (*second)(void*), void* argument) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, first, argument);
  pthread_create(&threads[1], NULL, second, argument);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
}
