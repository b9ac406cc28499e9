/* Each program of this folder does the same in two threads, so that what one of them does must not matter to the
 * other. */
#pragma once
#include <pthread.h>
#include <stddef.h>

static void act(int number);

static void* actor(void* argument) {
  act(1);
  return argument;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, actor, NULL);
  act(0);
  pthread_join(other, NULL);
}
