/* Two threads that add under a mutex, beside whatever else the program does. */
#pragma once
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void add(int number) {
  pthread_mutex_lock(&mutex);
  sum += number;
  pthread_mutex_unlock(&mutex);
}

static inline void* adder(void* argument) {
  add(1);
  return argument;
}
