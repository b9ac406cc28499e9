// Clients send unknown commands on a session that both share; it is closed once.
#include <assert.h>
#include <pthread.h>
#include <revisit.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif
#ifndef T
#define T 2
#endif

enum state { CLOSED, OPENED, BUSY };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static enum state state;
static int opens, closes;

static void* run(void* none) {
  (void)none;
  for (int i = 0; i < N; i++) {
    const unsigned char command = revisit_nondet_uchar("command");
    pthread_mutex_lock(&lock);
    switch (command) {
    case 'o':
      if (state == CLOSED) {
        state = OPENED;
        opens++;
      }
      break;
    case 'w':
      if (state == OPENED)
        state = BUSY;
      break;
    case 'd':
      if (state == BUSY)
        state = OPENED;
      break;
    case 'c':
      if (state != CLOSED) {
        state = CLOSED;
        closes++;
      }
      break;
    default:
      break;
    }
    assert(opens - closes == (state != CLOSED));
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[T];
  for (size_t i = 0; i < T; i++)
    pthread_create(&threads[i], NULL, run, (void*)i);
  for (size_t i = 0; i < T; i++)
    pthread_join(threads[i], NULL);
  assert(opens >= closes);
}
