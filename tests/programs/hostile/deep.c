/* Recursion without end in one thread, with local variables that others could see, and with events. */
#include "hostile.h"

static int depth(int n, char* above) {
  char here[256];
  here[0] = (char)n;
  if (above != NULL)
    here[1] = above[0];
#ifdef EVENTS
  add(1);
#endif
#ifdef FIXED
  if (n > 1000)
    return 0;
#endif
  return depth(n + 1, here) + here[0];
}

static void* thread(void* argument) {
  depth(0, NULL);
  return argument;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, thread, NULL);
  add(2);
  pthread_join(other, NULL);
}
