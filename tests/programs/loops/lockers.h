/* N threads that each run locker(). */
#pragma once
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 2
#endif

static void runLockers(void* (*locker)(void*)) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++)
    pthread_create(&threads[i], 0, locker, (void*)i);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], 0);
}
