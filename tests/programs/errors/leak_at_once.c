// Ways to leave at once, with what is still pointed to and with what is lost; and more lost blocks than one.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void* worker(void* arg) {
  int* mine = malloc(4);
  *mine = 1;
#ifdef IN_THREAD
  _exit(*mine - 1);
#endif
  free(mine);
  return arg;
}

static void lose(size_t bytes) {
  if (!malloc(bytes))
    abort();
}

int main(void) {
  int* kept = malloc(4);
  *kept = 0;
#ifdef LOST
  for (int i = 0; i < 40; i++)
    lose(10);
  lose(99);
  lose(1); // a word of a frame that is gone may still point to the last one
#endif
#ifdef QUICK
  quick_exit(*kept);
#elif defined(IN_THREAD)
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
#else
  worker(0);
  _exit(*kept);
#endif
}
