/* Random numbers of the system are unknown inputs. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

static unsigned drawn;

static void* draw(void* argument) {
  DRAW;
  return argument;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, draw, NULL);
  pthread_join(other, NULL);
#ifdef WRONG
  assert(drawn != 12345);
#else
  assert(drawn / 2 != 0x80000000);
#endif
}
