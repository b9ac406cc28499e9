/* Loops without end: with and without events, in a thread, a destructor, an exit handler. */
#include "hostile.h"
static volatile int flag;

static void forever(void) {
  for (;;)
    LOOP;
}

static void* thread(void* argument) {
  add(1);
  forever();
  return argument;
}

int main(void) {
  pthread_t other;
#ifdef AT_EXIT
  atexit(forever);
  pthread_create(&other, NULL, adder, NULL);
#else
  pthread_create(&other, NULL, thread, NULL);
#endif
  add(2);
  pthread_join(other, NULL);
  return 0;
}
