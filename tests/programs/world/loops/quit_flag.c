/* A server polls a flag that its handler sets. The compiler may read it once. -DFIX makes it volatile sig_atomic_t. */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#ifdef FIX
static volatile sig_atomic_t quit;
#else
static int quit;
#endif
static int rounds, ends[2];

static void onTerm(int number) {
  (void)number;
  quit = 1;
}

static void *client(void *server) {
  write(ends[1], "x", 1);
  pthread_kill(*(pthread_t *)server, SIGTERM);
  write(ends[1], "q", 1);
  return NULL;
}

int main(void) {
  pthread_t thread, self = pthread_self();
  char byte;
  pipe(ends);
  signal(SIGTERM, onTerm);
  pthread_create(&thread, NULL, client, &self);
  while (!quit)
    if (read(ends[0], &byte, 1) == 1)
      rounds++;
  pthread_join(thread, NULL);
  return rounds > 2;
}
