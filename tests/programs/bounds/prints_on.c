// A race at the start, and then a thread that never ends.
#include <pthread.h>
#include <stdio.h>

static int shared;

static void* prints(void* unused) {
  shared = 1;
  for (;;)
    puts("on");
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, prints, 0);
  shared = 2;
  pthread_join(thread, 0);
  return 0;
}
