// What the program asks of the machine is given, or a limit of the tool is named: it is never the program's error.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static __thread char own[1 << 20];

static char* volatile block;

static void* thread(void* argument) {
#ifdef STACK
  char frame[STACK - (2 << 20)];
  memset(frame, 1, 4096);
  frame[sizeof frame - 1] = 2;
  assert(frame[0] + frame[sizeof frame - 1] == 3);
#endif
  own[sizeof own - 1] = 1;
  return argument;
}

static int depth(int n) {
  volatile char frame[1024];
  frame[n % 1024] = 1;
  return n == 0 ? 0 : depth(n - 1) + frame[n % 1024];
}

int main(void) {
#ifdef BYTES
  block = malloc(BYTES);
  assert(block != NULL);
  block[0] = 1;
  block[(BYTES) - 1] = 2;
  assert(block[0] + block[(BYTES) - 1] == 3);
  free(block);
#endif
#ifdef IMPOSSIBLE
  assert(malloc(SIZE_MAX / 2) == NULL && errno == ENOMEM);
  assert(calloc(SIZE_MAX / 4, 3) == NULL);
#endif
#ifdef DEEP
  assert(depth(DEEP) == DEEP);
#endif
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
#ifdef STACK
  assert(pthread_attr_setstacksize(&attributes, STACK) == 0);
#endif
  pthread_t other;
  pthread_create(&other, &attributes, thread, NULL);
  pthread_join(other, NULL);
  (void)depth;
}
